import { useState } from 'react';

/** A version of a guide or wiki. */
export interface Version {
  revisionid: number;
  date: number;
  username: string | null;
  changes: readonly string[];
  current: boolean;
  draft: boolean;
}

export interface Versions {
  chosen: Version | undefined;
  other: Version | undefined;
  choose: (revisionid: number) => void;
  compare: (revisionid: number) => void;
  /** Revisionids of the two, the older one first. */
  pair: { before: number; after: number } | null;
}

/** Returns the selected version and the one to compare it with: the previous one, unless the person chose another. */
export function useVersions(versions: readonly Version[]): Versions {
  const [asked, setAsked] = useState<number | null>(null);
  const [against, setAgainst] = useState<number | null>(null);
  const chosen = versions.find(({ revisionid }) => revisionid === asked) ?? versions[0];
  const before = chosen && versions[versions.indexOf(chosen) + 1];
  // The oldest version is compared with the next one.
  const after = chosen && versions[versions.indexOf(chosen) - 1];
  const other = versions.find(
    ({ revisionid }) => revisionid === against && revisionid !== chosen?.revisionid,
  );
  const second = other ?? before ?? after;
  // The list has newer versions first.
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
