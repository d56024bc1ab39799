const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/**
 * Returns what makes JSON cost far more than its length to parse: its depth or its number of values; `undefined` if both are within
 * the limits. Leaves invalid JSON to the parser.
 *
 * @param json UTF-8
 */
export function excessOf(
  json: Uint8Array,
  most: { depth: number; values: number },
): 'depth' | 'values' | undefined {
  const { length } = json;
  let depth = 0;
  let values = 1;
  for (let at = 0; at < length; at += 1) {
    const byte = json[at];
    if (byte === quote) {
      for (at += 1; at < length && json[at] !== quote; at += 1) if (json[at] === backslash) at += 1;
    } else if (byte === comma) {
      values += 1;
      if (values > most.values) return 'values';
    } else if (byte === openList || byte === openObject) {
      values += 1;
      depth += 1;
      if (depth > most.depth) return 'depth';
      if (values > most.values) return 'values';
    } else if (byte === closeList || byte === closeObject) depth -= 1;
  }
  return undefined;
}

/**
 * Returns whether JSON has more than `most` different names in its objects: each costs far more than its length to parse. Leaves
 * invalid JSON to the parser.
 *
 * @param json UTF-8
 */
export function hasMoreNames(json: Buffer, most: number): boolean {
  const names = new Set<string>();
  for (let begin = json.indexOf(quote); begin >= 0;) {
    const end = endOfText(json, begin);
    if (end < 0) return false;
    let next = end + 1;
    while (isSpace(json[next])) next += 1;
    if (json[next] === colon) names.add(json.toString('latin1', begin, end));
    if (names.size > most) return true;
    begin = json.indexOf(quote, next);
  }
  return false;
}

/** Returns where the text that begins here ends: at the next quote that no backslash escapes. */
function endOfText(json: Buffer, begin: number): number {
  for (let end = json.indexOf(quote, begin + 1); end >= 0; end = json.indexOf(quote, end + 1)) {
    let first = end;
    while (json[first - 1] === backslash) first -= 1;
    if ((end - first) % 2 === 0) return end;
  }
  return -1;
}

const isSpace = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
