(() => {
  "use strict";
  // A notebook may run this again for the same output, or show the output twice: each copy once.
  const own = document.currentScript && document.currentScript.closest(".grader-animation");
  for (const root of own ? [own] : document.querySelectorAll(".grader-animation")) {
    if (!root.dataset.ready) {
      root.dataset.ready = "yes";
      start(root);
    }
  }

  function start(root) {
    const image = root.querySelector("img");
    const controls = root.querySelector(".grader-animation-controls");
    if (!image || !controls) return;
    const bytes = Uint8Array.from(atob(image.src.split(",")[1]), (one) => one.charCodeAt(0));
    const text = new TextDecoder().decode(bytes);
    const svg = document.importNode(
      new DOMParser().parseFromString(text, "image/svg+xml").documentElement, true);
    if (svg.nodeName !== "svg") return; // the image stays
    const frames = [...svg.querySelectorAll("[data-frame]")];
    const said = [...root.querySelectorAll("ol > li")].map((one) => one.textContent);
    const slider = controls.querySelector("input");
    const say = controls.querySelector("output");
    const buttons = [...controls.querySelectorAll("button")];
    const play = buttons.find((one) => one.dataset.go === "play");
    const calm = matchMedia("(prefers-reduced-motion: reduce)");
    const last = frames.length - 1;
    let here = Number(slider.value) - 1;
    let timer = 0;

    function show(wanted, speak) {
      const before = here;
      here = Math.min(Math.max(wanted, 0), last);
      frames.forEach((frame, number) =>
        frame.setAttribute("display", number === here ? "inline" : "none"));
      slider.value = here + 1;
      slider.setAttribute("aria-valuetext", said[here]);
      for (const button of buttons) {
        const end = { first: 0, back: 0, forward: last, last: last }[button.dataset.go];
        if (end !== undefined) button.setAttribute("aria-disabled", String(here === end));
      }
      if (here === before + 1 && !calm.matches) glide(frames[here]);
      if (!speak) return; // at the beginning the page says what can be done
      svg.setAttribute("aria-label", said[here]);
      say.textContent = said[here];
    }

    // What has come from another place moves from there.
    function glide(frame) {
      for (const one of frame.querySelectorAll("[data-from]")) {
        const [x, y] = one.dataset.from.split(" ");
        one.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }],
          { duration: 450, easing: "ease-in-out" });
      }
    }

    function stop() {
      clearInterval(timer);
      timer = 0;
      say.setAttribute("aria-live", "polite");
      if (play) play.textContent = root.dataset.play;
    }

    function run() {
      if (timer) return stop();
      if (here === last) show(0, true);
      play.textContent = root.dataset.pause;
      say.setAttribute("aria-live", "off"); // only the step at which it stops is read aloud
      timer = setInterval(() => {
        if (!svg.isConnected) return stop();
        if (here + 1 >= last) stop();
        show(here + 1, true);
      }, Number(root.dataset.pace));
    }

    const moves = { first: () => 0, back: () => here - 1, forward: () => here + 1, last: () => last };
    for (const button of buttons) {
      button.addEventListener("click", () => {
        if (button === play) return run();
        stop();
        show(moves[button.dataset.go](), true);
      });
    }
    slider.addEventListener("input", () => {
      stop();
      show(Number(slider.value) - 1, true);
    });
    // The notebook has shortcuts of its own for arrows and Enter, and listens before the controls do.
    const keep = (event) => {
      if (!controls.isConnected) window.removeEventListener("keydown", keep, true);
      else if (controls.contains(event.target)) event.stopImmediatePropagation();
    };
    window.addEventListener("keydown", keep, true);

    const places = frames.map((frame) => Number(frame.dataset.at));
    function drag(event) {
      const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      const away = places.map((place) => Math.abs(place - at.x));
      show(away.indexOf(Math.min(...away)), true);
    }
    if (frames[0].dataset.at) {
      svg.classList.add("grader-animation-drag");
      svg.addEventListener("pointerdown", (event) => {
        svg.setPointerCapture(event.pointerId);
        event.preventDefault();
        drag(event);
      });
      svg.addEventListener("pointermove", (event) => {
        if (svg.hasPointerCapture(event.pointerId)) drag(event);
      });
    }

    image.replaceWith(svg);
    controls.style.display = "";
    root.querySelector("details").open = false;
    show(here, false);
  }
})();
