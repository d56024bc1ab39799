const [quote, backslash, comma] = [0x22, 0x5c, 0x2c];
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
  let depth = 0;
  let values = 1;
  let quoted = false;
  for (let at = 0; at < json.length; at += 1) {
    const byte = json[at];
    if (byte === quote) quoted = !quoted;
    else if (quoted) at += byte === backslash ? 1 : 0;
    else if (byte === closeList || byte === closeObject) depth -= 1;
    else if (byte === comma) values += 1;
    else if (byte === openList || byte === openObject) {
      values += 1;
      depth += 1;
      if (depth > most.depth) return 'depth';
    }
    if (values > most.values) return 'values';
  }
  return undefined;
}
