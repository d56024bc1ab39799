import { Button } from '@mantine/core';
import {
  IconArrowRight,
  IconClipboardCheck,
  IconClock,
  IconLayoutList,
  IconPencil,
  IconPrinter,
  IconStar,
  IconStarFilled,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { CopyState } from '../../../shared/model/benchside.ts';
import type { Guide } from '../../../shared/model/guide.ts';
import { userQuery } from '../../api/queries/users.ts';
import { GuideLine } from '../../components/cards.tsx';
import { DifficultyBars } from '../../components/difficulty.tsx';
import { InlineNote, InlineProblem } from '../../components/inline-problem.tsx';
import { Picture } from '../../components/picture.tsx';
import { useKiosk } from '../../components/use-kiosk.ts';
import { RichText } from '../../components/rich-text.tsx';
import { Section } from '../../components/section.tsx';
import { timeAgo } from '../../format.ts';
import { timeWords, typeName } from '../../vocabulary.ts';
import { paths } from '../../location.ts';
import { texts } from '../../texts.ts';
import { GuideComments } from '../../features/guide-view/comment-thread.tsx';
import { GuideLanguages, MissingLanguages } from '../../features/guide-view/guide-languages.tsx';
import { ChangedOriginal } from './changed-original.tsx';
import { Documents } from './documents.tsx';
import { ExportMenu } from './export-menu.tsx';
import { ItemChecklist } from './item-checklist.tsx';
import { OfflineCopy } from './offline-copy.tsx';
import styles from './overview.module.css';
import { PrivateDraft } from './private-draft.tsx';
import { StepList } from '../../features/guide-view/step-list.tsx';
import { guideTexts, revisionWords } from '../../features/guide-view/texts.ts';
import { flagInWords } from '../../flag-texts.ts';

interface OverviewProps {
  guide: Guide;
  copy: CopyState | undefined;
  now: number;
  /** The person's last position; null for the beginning. */
  resume: { stepid: number; position: number } | null;
  notice: string | null;
  problem: string | null;
  onFavorite: (favorite: boolean) => void;
  onPrint: () => void;
  onPdf: (() => void) | null;
}

export function GuideOverview(props: OverviewProps): ReactElement {
  const { guide, copy, now } = props;
  const kiosk = useKiosk();
  const { data: user } = useQuery(userQuery);
  const isOwnDraft = !guide.public && guide.can_edit && !kiosk;
  return (
    <div className={styles.overview} data-screen-only>
      {props.notice ? <InlineNote>{props.notice}</InlineNote> : null}
      <div className={styles.hero}>
        <div className={styles.cover}>
          <Picture image={guide.image} size="large" alt="" initial={guide.category || guide.title} eager />
        </div>
        <div className={styles.head}>
          {guide.category ? (
            <Link href={paths.category(guide.category)} className={styles.category}>
              {guide.category}
            </Link>
          ) : null}
          <h1 lang={guide.langid}>{guide.title}</h1>
          {isOwnDraft ? <PrivateDraft guide={guide} /> : null}
          {guide.summary ? (
            <p className={styles.summary} lang={guide.langid}>
              {guide.summary}
            </p>
          ) : null}
          <Facts guide={guide} saysPrivate={!guide.public && !isOwnDraft} />
          <GuideLanguages guide={guide} />
          {guide.can_edit && !kiosk ? <MissingLanguages guide={guide} /> : null}
          <ChangedOriginal guide={guide} />
          <p className={styles.age}>
            {guideTexts.by(guide.author.username)} · {guideTexts.changed(timeAgo(guide.modified_date, now))} ·{' '}
            {revisionWords(guide.revisionid)}
          </p>
          {kiosk || !user ? null : (
            <div className={styles.logs}>
              <Link href={paths.workLogs({ guide: String(guide.guideid) })}>{guideTexts.workLogs}</Link>
              <Link href={paths.recordedValues(guide.guideid)}>{guideTexts.recordedValues}</Link>
            </div>
          )}
          {copy ? <OfflineCopy copy={copy} now={now} /> : null}
        </div>
      </div>
      {guide.flags.map(flagInWords).map((flag) => (
        <aside key={flag.flagid} className={styles.flag}>
          <strong>{flag.title}</strong> <bdi>{flag.text}</bdi>
        </aside>
      ))}
      <div className={styles.columns}>
        <div className={styles.main}>
          {guide.introduction_rendered ? (
            <Section title={guideTexts.introduction}>
              <div className={styles.prose}>
                <RichText html={guide.introduction_rendered} lang={guide.langid} />
              </div>
            </Section>
          ) : null}
          {guide.prerequisites.length > 0 ? (
            <Section title={guideTexts.prerequisites} note={guideTexts.prerequisitesNote}>
              <ul className={styles.rows}>
                {guide.prerequisites.map((prerequisite) => (
                  <li key={prerequisite.guideid}>
                    <GuideLine guide={prerequisite} />
                  </li>
                ))}
              </ul>
            </Section>
          ) : null}
          {guide.steps.length > 0 ? (
            <Section title={guideTexts.steps}>
              <div className={styles.panel}>
                <StepList guide={guide} current={null} />
              </div>
              <div className={styles.tools}>
                <Button
                  component={Link}
                  href={paths.allSteps(guide.guideid)}
                  variant="default"
                  leftSection={<IconLayoutList size="1.5rem" />}
                >
                  {guideTexts.allSteps.open}
                </Button>
                {kiosk ? null : <ExportMenu guide={guide} onPdf={props.onPdf} />}
              </div>
            </Section>
          ) : null}
          <GuideComments contextid={guide.guideid} comments={guide.comments} now={now} />
        </div>
        <aside className={styles.side}>
          {guide.tools.length > 0 ? (
            <div className={styles.panel}>
              <h2>{guideTexts.tools}</h2>
              <ItemChecklist items={guide.tools} />
            </div>
          ) : null}
          {guide.parts.length > 0 ? (
            <div className={styles.panel}>
              <h2>{guideTexts.parts}</h2>
              <ItemChecklist items={guide.parts} />
            </div>
          ) : null}
          <Documents documents={guide.documents} />
        </aside>
      </div>
      <Foot {...props} />
    </div>
  );
}

const Facts = ({ guide, saysPrivate }: { guide: Guide; saysPrivate: boolean }): ReactElement => (
  <div className={styles.facts}>
    <span>{typeName(guide.type)}</span>
    {guide.difficulty ? <DifficultyBars label={guide.difficulty} /> : null}
    {timeWords(guide) ? (
      <span className={styles.fact}>
        <IconClock size="1.2em" aria-hidden /> {timeWords(guide)}
      </span>
    ) : null}
    {saysPrivate ? <span>{texts.privateGuide}</span> : null}
  </div>
);

function Foot({ guide, resume, problem, onFavorite, onPrint }: OverviewProps): ReactElement {
  const kiosk = useKiosk();
  const first = guide.steps[0];
  return (
    <div className={styles.foot}>
      {problem ? <InlineProblem>{`${guideTexts.changeFailed} ${problem}`}</InlineProblem> : null}
      <div className={styles.actions}>
        <Button
          variant="default"
          aria-pressed={guide.favorited}
          leftSection={guide.favorited ? <IconStarFilled size="1.5rem" /> : <IconStar size="1.5rem" />}
          onClick={() => onFavorite(!guide.favorited)}
        >
          {guide.favorited ? texts.favorite.is : texts.favorite.add}
        </Button>
        <Button
          variant="default"
          className={styles.print}
          aria-label={guideTexts.print}
          leftSection={<IconPrinter size="1.5rem" />}
          onClick={onPrint}
        >
          <span className={styles.label}>{guideTexts.print}</span>
        </Button>
        {guide.can_edit && !kiosk ? (
          <Button
            component={Link}
            href={paths.editGuide(guide.guideid)}
            variant="default"
            leftSection={<IconPencil size="1.5rem" />}
          >
            {guideTexts.edit}
          </Button>
        ) : null}
        <span className={styles.gap} />
        {first ? (
          <Button
            component={Link}
            href={paths.startWork(guide.guideid)}
            variant="default"
            leftSection={<IconClipboardCheck size="1.5rem" />}
          >
            {guideTexts.startWork}
          </Button>
        ) : null}
        {first ? null : <p>{guideTexts.noSteps}</p>}
        {first && resume ? (
          <Button component={Link} href={paths.step(guide.guideid, first.stepid)} variant="default">
            {guideTexts.fromTop}
          </Button>
        ) : null}
        {first ? (
          <Button
            component={Link}
            className={styles.start}
            href={paths.step(guide.guideid, resume?.stepid ?? first.stepid)}
            rightSection={<IconArrowRight size="1.75rem" />}
          >
            {resume ? guideTexts.resume(resume.position) : guideTexts.start(guide.steps.length)}
          </Button>
        ) : null}
      </div>
    </div>
  );
}
