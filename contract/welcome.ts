import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Content of the login page before a person has signed in. */

export const Welcome = z.object({
  /** Name of the office that runs the portal; empty while no person has named it. */
  officeName: z.string(),
  /** True where the portal is a demo, whose people any visitor may be. */
  isDemo: z.boolean(),
  /** The unified login; null where none is connected. */
  signOn: z
    .object({
      /** The demo's stand-in, which says so. */
      isTwin: z.boolean(),
      /** Comes before the form of the portal. */
      isFirst: z.boolean(),
    })
    .nullable(),
});
export type Welcome = z.output<typeof Welcome>;

export const DemoPerson = z.object({
  account: z.string(),
  name: z.string(),
  /** The office by its short name, and the post: 信访局 办信科科员. */
  place: z.string(),
  /** The person's work in a phrase or two: 信访受理审查、信访归档. */
  work: z.string(),
  /** Tasks that the person could take now. */
  todo: z.number().int(),
  drafts: z.number().int(),
});
export type DemoPerson = z.output<typeof DemoPerson>;

export const DemoGuide = z.object({
  /** Of every person of the demo; it is printed at the start and in the guide, so that it is no secret. */
  password: z.string(),
  /** One of each kind of work comes first. */
  people: z.array(DemoPerson),
});
export type DemoGuide = z.output<typeof DemoGuide>;

export const welcome = {
  show: endpoint({
    method: 'GET',
    path: '/api/welcome',
    summary: '登录页信息',
    output: Welcome,
  }),
  /** In the demo only; in production there is no such thing. */
  demoGuide: endpoint({
    method: 'GET',
    path: '/api/welcome/demo-guide',
    summary: '演示人员',
    output: DemoGuide,
    refusals: ['notFound'],
  }),
};
