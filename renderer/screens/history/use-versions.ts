import { useState } from 'react';

import type { Version } from './history.tsx';

export interface Versions {
  chosen: Version | undefined;
  other: Version | undefined;
  choose: (revisionid: number) => void;
  compare: (revisionid: number) => void;
  /** Revisionids of the two, the older one first. */
  pair: { before: number; after: number } | null;
}

/** Which version is looked at, and which it is compared with: the one before, unless another was asked for. */
export function useVersions(versions: readonly Version[]): Versions {
  const [asked, setAsked] = useState<number | null>(null);
  const [against, setAgainst] = useState<number | null>(null);
  const chosen = versions.find(({ revisionid }) => revisionid === asked) ?? versions[0];
  const before = chosen && versions[versions.indexOf(chosen) + 1];
  // The oldest one is compared with what came after it.
  const after = chosen && versions[versions.indexOf(chosen) - 1];
  const other = versions.find(
    ({ revisionid }) => revisionid === against && revisionid !== chosen?.revisionid,
  );
  const second = other ?? before ?? after;
  // In the list the newer one stands first.
  const [newer, older] = [chosen, second].sort(
    (a, b) => versions.findIndex((one) => one === a) - versions.findIndex((one) => one === b),
  );
  return {
    chosen,
    other: second,
    pair: second && newer && older ? { before: older.revisionid, after: newer.revisionid } : null,
    choose: (revisionid) => {
      setAsked(revisionid);
      setAgainst(null);
    },
    compare: setAgainst,
  };
}
