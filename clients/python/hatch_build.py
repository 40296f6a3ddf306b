"""Generates the package `rollcall_client` from the contract while it is built, so that no generated code is committed."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from hatchling.metadata.plugin.interface import MetadataHookInterface

PACKAGE = "rollcall_client"


def find_contract(root):
    """The copy in a source distribution, otherwise the contract of the repository."""
    copy = Path(root, "openapi.json")
    contract = Path(root, "../../services/platform/contract/generated/openapi.public.json")
    return copy if copy.exists() else contract.resolve(strict=True)


class ContractVersion(MetadataHookInterface):
    """The client has the version of the contract."""

    def update(self, metadata):
        metadata["version"] = json.loads(find_contract(self.root).read_bytes())["info"]["version"]


class GeneratedClient(BuildHookInterface):
    def initialize(self, version, build_data):
        contract = find_contract(self.root)
        if self.target_name == "sdist":
            build_data["force_include"][str(contract)] = "openapi.json"
            return
        self.folder = tempfile.TemporaryDirectory()
        package = Path(self.folder.name, PACKAGE)
        generate = [sys.executable, "-m", "openapi_python_client", "generate"]
        options = ["--path", str(contract), "--meta", "none", "--output-path", str(package)]
        subprocess.run([*generate, *options], check=True)
        use_checked_quote(package)
        Path(package, "py.typed").touch()
        build_data["force_include"][str(package)] = PACKAGE

    def finalize(self, version, build_data, artifact_path):
        if self.target_name != "sdist":
            self.folder.cleanup()


def use_checked_quote(package):
    """Lets the operations reject the path parameters `.` and `..`. Fails if no operation quotes in the expected way."""
    original = "from urllib.parse import quote"
    operations = [path for path in Path(package, "api").rglob("*.py") if original in path.read_text()]
    if not operations:
        raise RuntimeError(f"no generated operation has `{original}`: see rollcall/path.py")
    for path in operations:
        path.write_text(path.read_text().replace(original, "from rollcall.path import quote"))
