"""nbgrader's metadata is validated as ever, and the schema is checked once."""

from __future__ import annotations

import jsonschema
import pytest
from nbformat.v4 import new_code_cell
from nbgrader.nbgraderformat import common
from nbgrader.nbgraderformat.v3 import MetadataValidatorV3

from grader.classroom.nbgrader import patch_validation

GOOD = {
    "grade": True,
    "solution": False,
    "locked": True,
    "grade_id": "check_a",
    "points": 2.0,
    "schema_version": 3,
    "task": False,
}
BAD = (
    {"points": -1},
    {"points": "2"},
    {"grade": 1, "locked": None},
    {"grade_id": "no name"},
    {"grade_id": 7, "solution": "no"},
    {"schema_version": 3, "unknown": 1},
)


def said(validate, instance, schema):
    try:
        validate(instance, schema)
    except jsonschema.ValidationError as error:
        return str(error)
    return ""


@pytest.mark.parametrize("changes", [{}, *BAD])
def test_the_same_is_said_of_each_cell(changes):
    schema = MetadataValidatorV3().schema
    instance = GOOD | changes
    assert said(patch_validation.validate, instance, schema) == said(
        jsonschema.validate, instance, schema
    )
    assert bool(said(patch_validation.validate, instance, schema)) == bool(changes)


def test_without_a_field_too():
    schema = MetadataValidatorV3().schema
    for name in GOOD:
        instance = {key: value for key, value in GOOD.items() if key != name}
        assert said(patch_validation.validate, instance, schema) == said(
            jsonschema.validate, instance, schema
        )


def test_nbgrader_uses_it_and_the_schema_is_checked_once(monkeypatch):
    checked = []
    kind = jsonschema.validators.validator_for(MetadataValidatorV3().schema)
    monkeypatch.setattr(kind, "check_schema", lambda schema: checked.append(schema))
    validator = MetadataValidatorV3()
    for _ in range(3):
        validator.validate_cell(new_code_cell("1", metadata={"nbgrader": dict(GOOD)}))
    assert common.jsonschema.validate is patch_validation.validate
    assert checked == [validator.schema]
    with pytest.raises(jsonschema.ValidationError):
        validator.validate_cell(new_code_cell("1", metadata={"nbgrader": GOOD | {"points": -1}}))


def test_a_schema_that_is_none_is_refused():
    with pytest.raises(jsonschema.SchemaError):
        patch_validation.validate({}, {"type": "no such type"})
