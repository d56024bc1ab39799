import { useQuery } from '@tanstack/react-query';
import { IconVideo } from '@tabler/icons-react';
import type { ReactElement } from 'react';

import { api } from '../../api/client.ts';
import { Picture } from '../../components/picture.tsx';
import styles from './stored-pictures.module.css';
import { conflictTexts } from './texts.ts';

/** Returns the ids of a value's pictures; null for a video or embed. */
function idsIn(value: unknown): number[] | null {
  if (typeof value === 'number') return [value];
  if (typeof value !== 'object' || value === null || !('data' in value)) return [];
  const { data } = value;
  if (Array.isArray(data)) return data.filter((id) => typeof id === 'number');
  return data === null ? [] : null;
}

/** Pictures of one version. Those that `other` lacks are labelled, so that people need not compare by eye. */
export function StoredPictures({ value, other }: { value: unknown; other?: unknown }): ReactElement {
  const ids = idsIn(value);
  const others = other === undefined ? ids : idsIn(other);
  if (ids === null)
    return (
      <span className={styles.video}>
        <IconVideo size="1.75rem" aria-hidden /> {conflictTexts.pictures.video}
      </span>
    );
  if (ids.length === 0) return <em className={styles.soft}>{conflictTexts.pictures.none}</em>;
  return (
    <span className={styles.pictures}>
      {ids.map((id, i) => (
        <span key={id} className={styles.figure} data-only={others?.includes(id) === false}>
          <StoredPicture id={id} position={i + 1} />
          {others?.includes(id) === false ? (
            <span className={styles.only}>{conflictTexts.pictures.onlyHere}</span>
          ) : null}
        </span>
      ))}
    </span>
  );
}

function StoredPicture({ id, position }: { id: number; position: number }): ReactElement {
  const picture = useQuery({
    queryKey: ['picture', id],
    queryFn: ({ signal }) =>
      api('GET /media/images/{imageid/guid}', { params: { imageid: String(id) }, signal }),
  });
  if (picture.error) return <span className={styles.missing}>{conflictTexts.pictures.missing(id)}</span>;
  return (
    <span className={styles.frame}>
      {picture.data ? (
        <Picture
          image={picture.data.image}
          size="440x330"
          alt={conflictTexts.pictures.alt(position)}
          fit="contain"
        />
      ) : null}
    </span>
  );
}
