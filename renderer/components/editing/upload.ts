import type { MediaImage } from '../../../shared/model/image.ts';
import { api } from '../../api.ts';
import { editingTexts } from './texts.ts';

/** Stores a picture in the person's media manager. */
export const uploadImage = (file: File): Promise<MediaImage> =>
  api<MediaImage>(
    'POST',
    `/user/media/images?file=${encodeURIComponent(file.name || editingTexts.pictures.pasted)}`,
    {
      file,
    },
  );
