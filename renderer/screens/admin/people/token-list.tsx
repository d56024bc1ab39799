import { Button } from '@mantine/core';
import type { ReactElement } from 'react';

import { Section } from '../../../components/section.tsx';
import { day, timeAgo } from '../../../format.ts';
import { useNow } from '../../../hooks/page.ts';
import admin from '../admin.module.css';
import { agentWords } from './person-words.ts';
import { peopleTexts as words } from './texts.ts';
import type { TokenInfo } from '../../../api/queries/people.ts';

export interface TokenListProps {
  tokens: readonly TokenInfo[];
  busy: boolean;
  onEnd: (token: TokenInfo) => void;
  onEndAll: () => void;
}

const signInName = ({ desk, user_agent }: TokenInfo): string =>
  desk === null ? agentWords(user_agent) : words.desk(desk);

/** A person's active sign-ins, with buttons to end one or all. */
export function TokenList({ tokens, busy, onEnd, onEndAll }: TokenListProps): ReactElement {
  const now = useNow();
  return (
    <Section title={words.tokens} note={tokens.length === 0 ? words.tokensNone : ''}>
      {tokens.length === 0 ? (
        <p className={admin.soft}>{words.tokensNoneWhy}</p>
      ) : (
        <ul className={admin.list}>
          {tokens.map((token) => (
            <li key={token.tokenid} className={admin.row}>
              <div className={admin.words}>
                <strong>{signInName(token)}</strong>
                <span className={admin.soft}>
                  {[
                    token.current ? words.current : '',
                    words.used(timeAgo(token.used_date, now)),
                    words.since(day(token.created_date)),
                    token.impersonated_by === null ? '' : words.impersonated,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </div>
              <Button
                variant="default"
                className={admin.small}
                disabled={busy}
                aria-label={words.endOf(signInName(token))}
                onClick={() => onEnd(token)}
              >
                {words.end}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {tokens.length > 1 ? (
        <Button variant="default" className={admin.start} disabled={busy} onClick={onEndAll}>
          {words.endAll}
        </Button>
      ) : null}
    </Section>
  );
}
