"""The shared task's annotation layer as INCEpTION and WebAnno export and import it.

One JSON object, see "Layers" in INCEpTION's user guide: *Settings*, *Layers*, *Import layer*.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

LAYER_FILE = "layer.json"


def layer_json(name: str, features: Sequence[str], tags: Mapping[str, Sequence[str]]) -> bytes:
    """Return a layer of spans whose features are texts.

    Args:
        name: The layer's UIMA type.
        features: Its features.
        tags: Feature → the only values it may have.
    """
    layer = {
        "name": name,
        "uiName": name.rpartition(".")[2],
        "type": "span",
        "description": "Mistakes in a story, as factcheck and the 2021 shared task mark them",
        "enabled": True,
        "built_in": False,
        "readonly": False,
        "attach_type": None,
        "attach_feature": None,
        "allow_stacking": False,
        "cross_sentence": False,
        "anchoring_mode": "tokens",
        "overlap_mode": "no_overlap",
        "validation_mode": "never",
        "lock_to_token_offset": False,
        "multiple_tokens": True,
        "linked_list_behavior": False,
        "on_click_javascript_action": None,
        "features": [_feature(each, tags.get(each)) for each in features],
    }
    return f"{json.dumps(layer, indent=2)}\n".encode()


def _feature(name: str, tags: Sequence[str] | None) -> dict[str, Any]:
    return {
        "name": name,
        "uiName": name,
        "type": "uima.cas.String",
        "enabled": True,
        "visible": True,
        "description": None,
        "required": False,
        "remember": False,
        "hideUnconstraintFeature": False,
        "multi_value_mode": "none",
        "link_mode": "none",
        "link_type_name": None,
        "link_type_role_feature_name": None,
        "link_type_target_feature_name": None,
        "traits": None,
        "tag_set": None if tags is None else _tag_set(name, tags),
    }


def _tag_set(feature: str, tags: Sequence[str]) -> dict[str, Any]:
    return {
        "name": feature,
        "description": "The six categories",
        "language": "en",
        "create_tag": False,
        "tags": [{"tag_name": tag, "tag_description": None} for tag in tags],
    }
