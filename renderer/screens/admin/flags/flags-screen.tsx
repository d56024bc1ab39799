import { useQuery } from '@tanstack/react-query';
import { IconFlagOff } from '@tabler/icons-react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { UsedFlag } from '../../../../shared/model/admin.ts';
import { LoadingRows } from '../../../components/loading.tsx';
import { FailedNotice, Notice } from '../../../components/notice.tsx';
import { Section } from '../../../components/section.tsx';
import { flagInWords } from '../../../flag-texts.ts';
import { paths } from '../../../location.ts';
import { AdminPage } from '../admin-page.tsx';
import admin from '../admin.module.css';
import { flagsQuery } from '../../../api/queries/flags.ts';
import { flagAdminTexts as words } from './texts.ts';

export const FlagsScreen = (): ReactElement => <AdminPage part="flags">{() => <FlagsPart />}</AdminPage>;

function FlagsPart(): ReactElement {
  const flags = useQuery(flagsQuery);
  if (flags.error) return <FailedNotice error={flags.error} retry={() => void flags.refetch()} />;
  return flags.data ? <Flags flags={flags.data} /> : <LoadingRows />;
}

function Flags({ flags }: { flags: readonly UsedFlag[] }): ReactElement {
  const used = flags.filter(({ guides }) => guides > 0).toSorted((a, b) => b.guides - a.guides);
  const open = used.filter((flag) => flag.open);
  const kinds = used.filter((flag) => !flag.open);
  return (
    <>
      {open.length === 0 ? (
        <Notice icon={<IconFlagOff size={40} />} title={words.none}>
          <p>{words.noneWhy}</p>
        </Notice>
      ) : (
        <Section title={words.open} note={words.openWhy}>
          <FlagList flags={open} />
        </Section>
      )}
      {kinds.length === 0 ? null : (
        <Section title={words.kinds}>
          <FlagList flags={kinds} />
        </Section>
      )}
    </>
  );
}

const FlagList = ({ flags }: { flags: readonly UsedFlag[] }): ReactElement => (
  <ul className={admin.list}>
    {flags.map(flagInWords).map(({ flagid, title, text, guides, open }) => (
      <li key={flagid}>
        <Link href={paths.flag(flagid)} className={admin.row}>
          <span className={admin.words}>
            <strong>{title}</strong>
            <span className={admin.soft}>{text}</span>
          </span>
          <span className={admin.pill} data-tone={open ? 'remind' : undefined}>
            {words.guides(guides)}
          </span>
        </Link>
      </li>
    ))}
  </ul>
);
