import { z } from 'zod';
import { firstStepCodes } from '#domain/first-steps/first-steps.ts';
import { endpoint } from './endpoint.ts';

/** 开始使用: steps that a new office still needs, and the people who can do them (docs/decisions/0176). */

export const FirstStepRow = z.object({
  code: z.enum(firstStepCodes),
  isDone: z.boolean(),
  isOptional: z.boolean(),
  /** True if the caller can do the step. */
  isMine: z.boolean(),
  /** Names of some people who can do it; empty if no person in service has the permission. */
  doers: z.array(z.string()),
});
export type FirstStepRow = z.output<typeof FirstStepRow>;

export const FirstSteps = z.object({
  officeName: z.string(),
  steps: z.array(FirstStepRow),
  figures: z.object({
    organisations: z.number().int(),
    halls: z.number().int(),
    windows: z.number().int(),
    posts: z.number().int(),
    groups: z.number().int(),
    people: z.number().int(),
    peopleWithoutRoles: z.number().int(),
    peopleWithoutRights: z.number().int(),
    /** Accounts in service with more than one of the separated duties. */
    mixedHands: z.number().int(),
    forms: z.number().int(),
    processes: z.number().int(),
    items: z.number().int(),
    orders: z.number().int(),
  }),
});
export type FirstSteps = z.output<typeof FirstSteps>;

export const firstSteps = {
  show: endpoint({
    method: 'GET',
    reads: ['office', 'accounts', 'roles', 'holidays', 'forms', 'processes', 'items', 'orders'],
    path: '/api/administration/first-steps',
    summary: '开始使用：尚未完成的设置',
    output: FirstSteps,
    refusals: ['forbidden'],
  }),
};
