import type { MediaImage } from '../../../shared/model/image.ts';
import { api } from '../../api/client.ts';
import { editingTexts } from './texts.ts';

/** Stores a picture in the person's media manager. */
export const uploadPicture = (file: File): Promise<MediaImage> =>
  api('POST /user/media/images', { query: { file: file.name || editingTexts.pictures.pasted }, file });
