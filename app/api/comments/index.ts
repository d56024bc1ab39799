import { createComment } from './createComment.ts';
import { deleteComment } from './deleteComment.ts';
import { getComment } from './getComment.ts';
import { listComments } from './listComments.ts';
import { updateComment } from './updateComment.ts';

export const commentEndpoints = [listComments, getComment, createComment, updateComment, deleteComment];
