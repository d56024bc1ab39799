/**
 * Returns what has to be done before the program can run, such as `npm ci`. Plain JavaScript, because an older Node cannot even read the
 * program.
 *
 * @param {string} then what to type after that
 * @returns {string | undefined} in words; `undefined` when everything is there
 */
export function notReady(then) {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major < 24)
    return (
      `this is Node ${process.versions.node}; Benchside needs Node 24. Run "npm ci" in its folder first: that ` +
      `brings the right one along. Then ${then} uses it.`
    );
  try {
    import.meta.resolve('commander');
    return undefined;
  } catch {
    return `its packages are missing. Run "npm ci" in its folder first, then ${then}.`;
  }
}
