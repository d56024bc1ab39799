import { Button } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { licences } from '../../../shared/manual.ts';
import type { Info } from '../../../shared/model/benchside.ts';
import { InlineProblem } from '../../components/inline-problem.tsx';
import { Section } from '../../components/section.tsx';
import { siteAddress } from '../../format.ts';
import { Row } from './settings.tsx';
import styles from './settings.module.css';
import { settingsTexts } from './texts.ts';

export interface AboutProps {
  /** Name and version of the program and its parts. */
  versions: [name: string, version: string][];
  site: { name: string; url: string } | null;
  /** Place of the key to stored sign-ins. */
  keeper: Info['keeper'];
  folderProblem: string | null;
  /** Null in a browser, which cannot open folders. */
  onShowFolder: (() => void) | null;
}

export const About = ({ versions, site, keeper, folderProblem, onShowFolder }: AboutProps): ReactElement => (
  <>
    <Section title={settingsTexts.machine}>
      <div className={styles.panel}>
        <Row
          title={settingsTexts.dataFolder}
          hint={onShowFolder ? settingsTexts.dataFolderHint : settingsTexts.noFolder}
        >
          {onShowFolder ? (
            <Button variant="default" leftSection={<IconFolderOpen size="1.5rem" />} onClick={onShowFolder}>
              {settingsTexts.showFolder}
            </Button>
          ) : null}
        </Row>
        {keeper ? (
          <Row title={settingsTexts.signIns} hint={settingsTexts.keepers[keeper]}>
            {null}
          </Row>
        ) : null}
        {folderProblem ? (
          <InlineProblem>{`${settingsTexts.folderFailed} ${folderProblem}`}</InlineProblem>
        ) : null}
      </div>
    </Section>
    <Section title={settingsTexts.about}>
      <dl className={styles.facts}>
        {site ? (
          <div>
            <dt>{settingsTexts.site}</dt>
            <dd>
              {site.name} <span className={styles.soft}>{siteAddress(site.url)}</span>
            </dd>
          </div>
        ) : null}
        {versions.map(([name, version]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{version}</dd>
          </div>
        ))}
      </dl>
      <p>
        <a href={licences} target="_blank">
          {settingsTexts.licences}
        </a>
      </p>
    </Section>
  </>
);
