(() => {
  "use strict";
  // A notebook may run this again for the same output, or show the output twice: each copy once.
  const own = document.currentScript && document.currentScript.closest(".grader-trace");
  const found = own ? [own] : document.querySelectorAll(".grader-trace");
  for (const root of found) {
    if (!root.dataset.ready) {
      root.dataset.ready = "yes";
      start(root);
    }
  }

  function start(root) {
    const controls = root.querySelector(".grader-trace-controls");
    const rows = [...root.querySelectorAll("tr[data-step]")];
    if (!controls || rows.length === 0) {
      return;
    }
    const slider = controls.querySelector("input");
    const say = controls.querySelector("output");
    const columns = [...controls.querySelectorAll(".grader-trace-curve i")];
    const scrolled = root.querySelector(".grader-trace-long");
    const last = rows.length;
    const buttons = [...controls.querySelectorAll("button")];
    let here = last;

    function stateOf(row, number) {
      const until = Number(row.dataset.until || 0);
      if (number > here) return "coming";
      if (number === here) return "now";
      if (!until) return "done";
      if (row.dataset.kept) return "kept";
      return until >= here ? "held" : "dropped";
    }

    function show(position, speak) {
      here = Math.min(Math.max(position, 1), last);
      slider.value = here;
      slider.setAttribute("aria-valuetext", rows[here - 1].dataset.say);
      rows.forEach((row, index) => {
        const state = stateOf(row, index + 1);
        row.dataset.state = state;
        row.toggleAttribute("aria-current", false);
        if (state === "now") row.setAttribute("aria-current", "step");
        const chip = row.querySelector(".grader-trace-state");
        if (chip) chip.textContent = root.dataset[state] || "";
      });
      columns.forEach((column, index) => column.classList.toggle("grader-trace-here", index === here - 1));
      for (const button of buttons) {
        const ends = here === (["first", "back"].includes(button.dataset.go) ? 1 : last);
        button.setAttribute("aria-disabled", String(ends));
      }
      if (!speak) return; // at the beginning the page says what can be done
      say.textContent = rows[here - 1].dataset.say;
      if (scrolled) {
        // Only the table's own window moves, never the notebook.
        const row = rows[here - 1];
        const top = row.offsetTop - scrolled.clientHeight / 2;
        scrolled.scrollTop = Math.max(0, top);
      }
    }

    const moves = { first: () => 1, back: () => here - 1, forward: () => here + 1, last: () => last };
    for (const button of buttons) {
      button.addEventListener("click", () => show(moves[button.dataset.go](), true));
    }
    slider.addEventListener("input", () => show(Number(slider.value), true));
    rows.forEach((row, index) => row.addEventListener("click", () => show(index + 1, true)));
    // The notebook has shortcuts of its own for arrows and Enter.
    controls.addEventListener("keydown", (event) => event.stopPropagation());
    controls.style.display = "";
    show(last, false);
  }
})();
