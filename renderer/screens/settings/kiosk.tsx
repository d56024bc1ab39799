import { Button } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { ReactElement } from 'react';

import type { KioskPerson, KioskSettings, KioskState } from '../../../shared/model/kiosk.ts';
import { api } from '../../api/client.ts';
import { errorMessage } from '../../api/errors.ts';
import { Avatar } from '../../components/avatar.tsx';
import { AskDelete } from '../../components/ask-delete.tsx';
import { NativeSelect } from '../../components/choice.tsx';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Section } from '../../components/section.tsx';
import { Segments } from '../../components/segments.tsx';
import { sentenceList } from '../../format.ts';
import { settingsQuery } from '../../api/queries/settings.ts';
import { userQuery } from '../../api/queries/users.ts';
import { LockFindings } from '../../features/kiosk/lock-findings.tsx';
import { MeansForm } from '../../features/kiosk/means-form.tsx';
import { kioskQuery } from '../../api/queries/kiosk.ts';
import { kioskTexts } from '../../features/kiosk/texts.ts';
import styles from './kiosk.module.css';
import { kioskSettingsTexts } from './kiosk-texts.ts';
import { Row } from './settings.tsx';
import settingsStyles from './settings.module.css';

const idleChoices = [15, 30, 60, 120, 300, 600, 1800, 3600];

/** The signed-in person's PIN and badge, and for leads the kiosk settings. Renders nothing if there are no kiosks. */
export function KioskSettingsScreen(): ReactElement | null {
  const client = useQueryClient();
  const { data: state } = useQuery(kioskQuery);
  const { data: user } = useQuery(userQuery);
  const keep = async (answer: KioskState): Promise<void> => {
    client.setQueryData(kioskQuery.queryKey, answer);
    await client.invalidateQueries({ queryKey: settingsQuery.queryKey });
  };
  const save = useMutation({
    mutationFn: (body: KioskSettings) => api('PUT /benchside/kiosk', { body }),
    onSuccess: keep,
  });
  const remove = useMutation({
    mutationFn: (userid: number) => api('DELETE /benchside/kiosk/people/{userid}', { params: { userid } }),
    onSuccess: () => client.invalidateQueries({ queryKey: kioskQuery.queryKey }),
  });
  const [removing, setRemoving] = useState<Pick<KioskPerson, 'userid' | 'username'> | null>(null);
  const words = kioskSettingsTexts;
  const me = state?.people.find(({ userid }) => userid === user?.userid);
  if (!state || !user || !me) return null;
  const error = save.error ?? remove.error;
  return (
    <>
      <Section title={words.mine}>
        <div className={styles.means}>
          <MeansForm person={me} />
        </div>
      </Section>
      <Section title={words.title} note={words.note}>
        {me.isLead ? (
          <div className={settingsStyles.panel}>
            {error ? <InlineProblem>{`${words.failed} ${errorMessage(error)}`}</InlineProblem> : null}
            <Choices
              settings={state.settings}
              onChange={(change) => save.mutate({ ...state.settings, ...change })}
            />
            <Row title={words.lock} hint={words.lockHint}>
              <LockFindings />
            </Row>
            <Row title={words.people} hint={words.peopleHint}>
              <ul className={styles.people}>
                {state.people.map(({ userid, username, image, hasPin, hasBadge, unsignedEdits }) => {
                  const has = [
                    ...(hasPin ? [kioskTexts.me.hasPin] : []),
                    ...(hasBadge ? [kioskTexts.me.hasBadge] : []),
                  ];
                  return (
                    <li key={userid}>
                      <Avatar username={username} image={image} size="2.75rem" />
                      <span>
                        {username}
                        <small>{has.length > 0 ? sentenceList(has) : words.nothing}</small>
                        {unsignedEdits > 0 ? <small>{kioskTexts.cover.unsigned(unsignedEdits)}</small> : null}
                      </span>
                      {has.length > 0 ? (
                        <Button
                          variant="default"
                          aria-label={words.removeOf(username)}
                          onClick={() => setRemoving({ userid, username })}
                        >
                          {words.remove}
                        </Button>
                      ) : null}
                    </li>
                  );
                })}
              </ul>
            </Row>
          </div>
        ) : (
          <p className={settingsStyles.soft}>{words.leadsOnly}</p>
        )}
      </Section>
      {removing ? (
        <AskDelete
          title={words.removeTitle(removing.username)}
          why={words.removeWhy(removing.username)}
          yes={words.remove}
          no={words.keep}
          onYes={() => {
            remove.mutate(removing.userid);
            setRemoving(null);
          }}
          onNo={() => setRemoving(null)}
        />
      ) : null}
    </>
  );
}

interface ChoicesProps {
  settings: KioskSettings;
  onChange: (change: Partial<KioskSettings>) => void;
}

function Choices({ settings, onChange }: ChoicesProps): ReactElement {
  const words = kioskSettingsTexts;
  const { on, idleSeconds, badgeAlone, allowed } = settings;
  const idle = idleChoices.includes(idleSeconds) ? idleChoices : [idleSeconds, ...idleChoices];
  return (
    <>
      <Row title={words.on} hint={words.onHint}>
        <Segments
          label={words.on}
          value={on ? 'on' : 'off'}
          onChange={(value) => onChange({ on: value === 'on' })}
          options={(['off', 'on'] as const).map((value) => ({ value, label: words.onOff[value] }))}
        />
      </Row>
      <Row title={words.idle} hint={words.idleHint}>
        <NativeSelect
          label={words.idle}
          hideLabel
          value={String(idleSeconds)}
          options={idle.map((seconds) => ({
            value: String(seconds),
            label: seconds % 60 === 0 ? words.minutes(seconds / 60) : words.seconds(seconds),
          }))}
          onChange={(value) => onChange({ idleSeconds: Number(value) })}
        />
      </Row>
      <Row title={words.badge} hint={words.badgeHint}>
        <Segments
          label={words.badge}
          value={badgeAlone ? 'alone' : 'pin'}
          onChange={(value) => onChange({ badgeAlone: value === 'alone' })}
          options={(['alone', 'pin'] as const).map((value) => ({ value, label: words.badges[value] }))}
        />
      </Row>
      <Row title={words.allowed} hint={words.allowedHint}>
        <Segments
          label={words.allowed}
          value={allowed}
          onChange={(value) => onChange({ allowed: value })}
          options={[
            { value: 'work', label: words.choices.work },
            { value: 'work-and-reading', label: words.choices.reading },
          ]}
        />
      </Row>
    </>
  );
}
