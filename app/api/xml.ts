/** An XML element; texts are escaped when written. */
export interface XmlNode {
  name: string;
  attributes?: Record<string, string | number | boolean | null | undefined>;
  children?: (XmlNode | string)[];
}

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

// XML 1.0 cannot represent most control characters.
const forbidden = new RegExp('[\\u0000-\\u0008\\u000B\\u000C\\u000E-\\u001F\\uFFFE\\uFFFF]', 'g');

const escape = (text: string): string =>
  text.replace(forbidden, '').replace(/[&<>"']/g, (character) => escapes[character] ?? character);

export function writeXml(node: XmlNode): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${element(node)}\n`;
}

function element({ name, attributes = {}, children = [] }: XmlNode): string {
  const written = Object.entries(attributes)
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([key, value]) => ` ${key}="${escape(String(value))}"`)
    .join('');
  if (children.length === 0) return `<${name}${written}/>`;
  const inside = children
    .map((child) => (typeof child === 'string' ? escape(child) : element(child)))
    .join('');
  return `<${name}${written}>${inside}</${name}>`;
}

export function xmlResponse(node: XmlNode, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(writeXml(node), {
    status,
    headers: { ...headers, 'Content-Type': 'application/xml; charset=utf-8' },
  });
}

/** Returns an error as XML, for requests that ask for XML (CONTRACT 2.1). */
export function xmlError(status: number, body: unknown, headers: Record<string, string>): Response {
  const { message, errors = [] } = (body ?? {}) as {
    message?: string;
    errors?: { field: string; code: string; message: string }[];
  };
  return xmlResponse(
    {
      name: 'error',
      children: [
        { name: 'message', children: [message ?? 'The request was refused.'] },
        ...errors.map(({ field, code, message: text }) => ({
          name: 'field',
          attributes: { name: field, code },
          children: [text],
        })),
      ],
    },
    status,
    headers,
  );
}
