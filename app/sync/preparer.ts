import type { Guide } from '../../shared/model/guide.ts';
import { analyse } from '../store/search/analyse.ts';
import type { SiteAddresses } from './localise.ts';
import { pulledGuide } from './pulled-guide.ts';
import type { PulledGuide, ToldGuide } from './pulled-guide.ts';

/** JSON of a full guide made ready to be stored; `broken` when it is no JSON, `failure` for a bug of ours. */
export type Prepared = { pulled: PulledGuide } | { broken: true } | { failure: string };

/** Makes guides of the site ready to be stored, on this thread or on another. Never rejects. */
export interface Preparer {
  /** So many are about to come. Resolves when whoever makes them ready is there. */
  expect(guides: number): Promise<void>;
  /** @param json of a full guide, or of a line of the feed with one as its `doc`; another thread may take it away */
  guide(json: Uint8Array<ArrayBuffer>, site: SiteAddresses): Promise<Prepared>;
  /** What runs for it ends until it is used again. */
  rest(): void;
}

export function prepare(json: Uint8Array<ArrayBuffer>, site: SiteAddresses): Prepared {
  try {
    const given = JSON.parse(Buffer.from(json.buffer).toString('utf8')) as Guide | { doc: ToldGuide };
    // A feed names the editors of a guide where it has any: without them it has none, and any other answer says nothing of them.
    const told = 'doc' in given ? { editors: [], ...given.doc } : given;
    const pulled = pulledGuide(told, site);
    const { texts } = pulled.guide;
    // What comes by text is new as a rule, and is indexed.
    const analysed = 'digest' in texts ? texts : analyse(texts);
    return { pulled: { ...pulled, guide: { ...pulled.guide, texts: analysed } } };
  } catch (error) {
    if (error instanceof SyntaxError) return { broken: true };
    return { failure: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

export const prepareHere: Preparer = {
  expect: async () => undefined,
  guide: async (json, site) => prepare(json, site),
  rest: () => undefined,
};
