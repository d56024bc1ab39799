import { inflateSync } from 'node:zlib';

/** Returns the text of each page of a PDF that Chromium made, in the order in which it was drawn. */
export function pdfPages(pdf: Buffer): string[] {
  const objects = objectsOf(pdf);
  const dictionaryOf = (id = ''): string => objects.get(id)?.dictionary ?? '';
  const streamOf = (id = ''): string => objects.get(id)?.stream ?? '';
  const pages = [...objects.values()].filter(({ dictionary }) => /\/Type \/Page\b/.test(dictionary));
  return pages.map(({ dictionary }) => {
    const fonts = new Map(
      [...dictionary.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', id]) => [
        name,
        charactersOf(streamOf(/\/ToUnicode (\d+) 0 R/.exec(dictionaryOf(id))?.[1])),
      ]),
    );
    return textOf(streamOf(/\/Contents (\d+) 0 R/.exec(dictionary)?.[1]), fonts);
  });
}

interface PdfObject {
  dictionary: string;
  stream: string;
}

function objectsOf(pdf: Buffer): Map<string, PdfObject> {
  const source = pdf.toString('latin1');
  const objects = new Map<string, PdfObject>();
  for (let end = 0; ;) {
    const head = source.indexOf(' 0 obj\n', end);
    if (head < 0) return objects;
    const id = source.slice(source.lastIndexOf('\n', head) + 1, head);
    const [body] = /^.*?(?=endobj|stream\r?\n)/s.exec(source.slice(head + 7, head + 100_000)) ?? [''];
    const start = head + 7 + body.length;
    const length = Number(/\/Length (\d+)/.exec(body)?.[1] ?? 0);
    const isStream = source.startsWith('stream', start);
    const bytes = pdf.subarray(start + 7, start + 7 + length);
    const isText = isStream && body.includes('/FlateDecode') && !/\/(?:Subtype|Length1)/.test(body);
    objects.set(id, { dictionary: body, stream: isText ? inflateSync(bytes).toString('latin1') : '' });
    end = isStream ? start + length : start;
  }
}

/** Reads which character each glyph of a font stands for. */
function charactersOf(map: string): Map<number, string> {
  const found = new Map<number, string>();
  for (const [, block = ''] of map.matchAll(/beginbfchar(.*?)endbfchar/gs))
    for (const [, glyph = '', text = ''] of block.matchAll(/<(\w+)> <(\w+)>/g))
      found.set(Number.parseInt(glyph, 16), Buffer.from(text, 'hex').swap16().toString('utf16le'));
  for (const [, block = ''] of map.matchAll(/beginbfrange(.*?)endbfrange/gs))
    for (const [, first, last, text] of block.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const [from, to, code] = [first, last, text].map((hex) => Number.parseInt(hex ?? '', 16));
      for (let glyph = from ?? 0; glyph <= (to ?? 0); glyph += 1)
        found.set(glyph, String.fromCharCode((code ?? 0) + glyph - (from ?? 0)));
    }
  return found;
}

function textOf(drawing: string, fonts: ReadonlyMap<string, ReadonlyMap<number, string>>): string {
  let font: ReadonlyMap<number, string> | undefined;
  let text = '';
  for (const [, name, glyphs] of drawing.matchAll(/\/(F\d+) [\d.]+ Tf|<(\w+)> Tj/g)) {
    if (name !== undefined) font = fonts.get(name);
    for (const glyph of glyphs?.match(/.{4}/g) ?? []) text += font?.get(Number.parseInt(glyph, 16)) ?? '';
  }
  return text;
}
