import { z } from 'zod';
import { endpoint } from './endpoint.ts';

/** Content of the login page without a session. */

export const Welcome = z.object({
  /** Name of the office that runs the portal; empty until it is configured. */
  officeName: z.string(),
  /** True for a demo, in which a visitor may act as any of its people. */
  isDemo: z.boolean(),
  /** The unified login; null if none is connected. */
  signOn: z
    .object({
      /** True for the built-in simulator of the demo, which is labelled as such. */
      isTwin: z.boolean(),
      /** True if it is shown before the portal's own login form. */
      isFirst: z.boolean(),
    })
    .nullable(),
});
export type Welcome = z.output<typeof Welcome>;

export const DemoPerson = z.object({
  account: z.string(),
  name: z.string(),
  /** Short name of the office, and the post: 信访局 办信科科员. */
  place: z.string(),
  /** Short description of the person's work: 信访受理审查、信访归档. */
  work: z.string(),
  /** Number of tasks that the person could take now. */
  todo: z.number().int(),
  drafts: z.number().int(),
});
export type DemoPerson = z.output<typeof DemoPerson>;

export const DemoGuide = z.object({
  /**
   * The same password for all people of the demo; it is printed at the start and in the guide, so it is no
   * secret.
   */
  password: z.string(),
  /** Sorted so that one person of each kind of work comes first. */
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
  /** Lists the people of the demo; does not exist in production. */
  demoGuide: endpoint({
    method: 'GET',
    path: '/api/welcome/demo-guide',
    summary: '演示人员',
    output: DemoGuide,
    refusals: ['notFound'],
  }),
};
