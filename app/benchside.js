#!/usr/bin/env node
// An older Node cannot even read the program, so this file is plain JavaScript and asks first.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  process.stderr.write(
    `benchside: this is Node ${process.versions.node}; Benchside needs Node 24. Run "npm ci" in its folder first: that ` +
      'brings the right one along. Then "npx benchside" uses it.\n',
  );
  process.exitCode = 1;
} else {
  await import('./cli.ts');
}
