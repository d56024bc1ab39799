import { z } from 'zod';

import { image } from './image.ts';
import type { Known } from './known.ts';

/** A team as lists and guides show it (CONTRACT 11.1). */
export const team = z.looseObject({
  teamid: z.int(),
  name: z.string(),
  description: z.string(),
  /** Userid of the team's manager; null while the team is empty. */
  owner: z.int().nullable(),
  image: image.nullable(),
  /** Sum of all members' reputation. */
  reputation: z.int(),
  member_count: z.int(),
  /** UNIX seconds at which the newest member joined; 0 while it is empty. */
  new_member_since: z.number(),
  url: z.string(),
  location: z.string().nullable(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
});

export type Team = Known<z.infer<typeof team>>;

/** `GET /teams/{teamid}/attributes`: the team and the content of its TEAM page. */
export const teamAttributes = team.extend({
  created_date: z.number(),
  /** Empty when the team has no page, or none the asking person may see. */
  contents_raw: z.string(),
  contents_rendered: z.string(),
  /**
   * Anyone with this code may join; null when nobody can. Only the owner and admins see it; at a desk only if it was set
   * there, because the site does not reveal it.
   */
  join_code: z.string().nullable().optional(),
});

export type TeamAttributes = Known<z.infer<typeof teamAttributes>>;

/** `GET /teams/{teamid}/course_assignments` (CONTRACT 11.1). */
export const courseAssignments = z.object({
  response: z.array(
    z.object({
      username: z.string(),
      user_avatar: z.string().nullable(),
      total_stages: z.int(),
      completed_stages: z.int(),
      status: z.string(),
    }),
  ),
});

/** Teams that collaborate on a guide, and what the asking person may do with the guide (CONTRACT 4.12). */
export const guideTeams = z.object({
  guideTeams: z.array(team),
  canIViewGuide: z.boolean(),
  canIEditGuide: z.boolean(),
  canIChangeGuidePrivacy: z.boolean(),
});

export type GuideTeams = { guideTeams: Team[] } & Omit<z.infer<typeof guideTeams>, 'guideTeams'>;
