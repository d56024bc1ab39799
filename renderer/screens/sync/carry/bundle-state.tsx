import type { ReactElement } from 'react';

import type { BundleImport } from '../../../../shared/model/carry.ts';
import { InlineProblem } from '../../../components/inline-problem.tsx';
import { ProgressBar } from '../../../components/progress.tsx';
import { moment } from '../../../format.ts';
import { phrase } from '../../../../shared/phrase.ts';
import styles from './carry.module.css';
import { carryTexts } from './texts.ts';

const words = carryTexts.take;

/** Shows how far the import of a bundle is. `sending` names a file that is still being read. */
export function BundleProgress({
  state,
  sending,
}: {
  state: BundleImport;
  sending: string | null;
}): ReactElement {
  const { file, hasBegun, guides, pictures } = state;
  const title =
    sending !== null ? words.reading(sending) : hasBegun ? words.taking(file) : words.waiting(file);
  const isTaking = sending === null && hasBegun;
  const hasPictures = isTaking && pictures.total > 0;
  return (
    <>
      <output>
        <strong>{title}</strong>
      </output>
      <ProgressBar
        label={title}
        done={hasPictures ? pictures.done : 0}
        total={hasPictures ? pictures.total : null}
      />
      {isTaking ? (
        <p>{hasPictures ? words.pictures(pictures.done, pictures.total) : words.guides(guides.done)}</p>
      ) : null}
    </>
  );
}

/** Says how the last import ended. */
export function BundleReceipt({ state }: { state: BundleImport }): ReactElement | null {
  const { result } = state;
  if (state.state === 'failed')
    return <InlineProblem>{`${words.failed} ${phrase(state.message ?? '')}`}</InlineProblem>;
  if (state.state === 'stopped') return <output>{words.stopped}</output>;
  if (!result) return null;
  const { guides, wikis, pictures, removed, arrived } = result;
  return (
    <output className={styles.receipt}>
      <strong>{words.done(result.name, moment(result.made))}</strong>
      <ul>
        <li>{result.isNewer ? words.content(guides, wikis) : words.older}</li>
        {pictures > 0 ? <li>{words.newPictures(pictures)}</li> : null}
        {removed > 0 ? <li>{words.removed(removed)}</li> : null}
        {result.isNewer ? <li>{words.arrived(arrived)}</li> : null}
      </ul>
      {words.passOn}
    </output>
  );
}
