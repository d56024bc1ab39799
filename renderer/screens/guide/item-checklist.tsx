import { IconChevronRight, IconExternalLink, IconTool } from '@tabler/icons-react';
import { useState } from 'react';
import type { ReactElement } from 'react';
import { Link } from 'wouter';

import type { GuideItem } from '../../../shared/model/guide.ts';
import { openExternal, safeUrl } from '../../bridge.ts';
import { useInAppPath } from '../../components/link-target.ts';
import { keyed } from '../../components/keyed.ts';
import styles from './item-checklist.module.css';
import { guideTexts } from '../../features/guide-view/texts.ts';

/** A checklist of tools or parts. The ticks are not stored. */
export const ItemChecklist = ({ items }: { items: GuideItem[] }): ReactElement => (
  <ul className={styles.items}>
    {keyed(items, ({ text }) => text).map(({ key, item }) => (
      <li key={key} className={styles.item}>
        <label className={styles.tick}>
          <input type="checkbox" aria-label={guideTexts.tick(item.text)} />
          <span className={styles.thumb}>
            <Thumbnail url={item.thumbnail} />
          </span>
          <span className={styles.words}>
            <span className={styles.name}>
              {item.quantity > 1 ? <b>{guideTexts.quantity(item.quantity)} </b> : null}
              {item.text}
            </span>
            {item.isoptional || item.notes ? (
              <span className={styles.notes}>
                {[item.isoptional ? guideTexts.optional : '', item.type ?? '', item.notes ?? '']
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            ) : null}
          </span>
        </label>
        <ItemLink item={item} />
      </li>
    ))}
  </ul>
);

function ItemLink({ item }: { item: GuideItem }): ReactElement | null {
  const place = useInAppPath()(item.url ?? '');
  const url = safeUrl(item.url);
  if (place !== null)
    return (
      <Link href={place} className={styles.link} aria-label={guideTexts.itemPage(item.text)}>
        <IconChevronRight size="1.5rem" aria-hidden />
      </Link>
    );
  if (url === null) return null;
  return (
    <button
      type="button"
      className={styles.link}
      aria-label={guideTexts.itemLink(item.text)}
      onClick={() => void openExternal(url)}
    >
      <IconExternalLink size="1.375rem" aria-hidden />
    </button>
  );
}

function Thumbnail({ url }: { url: string | null }): ReactElement {
  const [failed, setFailed] = useState(false);
  return url && !failed ? (
    <img src={url} alt="" loading="lazy" onError={() => setFailed(true)} />
  ) : (
    <IconTool size="1.75rem" stroke={1.5} aria-hidden />
  );
}
