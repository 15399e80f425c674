import { z } from 'zod';
import { AttachedFile } from './panels.ts';

/** What an order says of those who were told of it without a task: readers of copies, and who was urged. */

const instant = z.iso.datetime();

/** One urge: what was said, why, and what was sent with it (S1 §3 workorderRemindInputVo). */
export const Remind = z.object({
  title: z.string(),
  content: z.string(),
  reason: z.string(),
  fileList: z.array(AttachedFile),
  handlerName: z.string(),
  handlerOrgName: z.string(),
  createdAt: instant,
});

/** The newest copy that this person got. */
export const OwnCopy = z.object({
  traceId: z.string(),
  handlerName: z.string(),
  handlerOrgName: z.string(),
  note: z.string(),
  createdAt: instant,
  read: z.boolean(),
  /** Whether the person may leave a reading note. */
  mayNote: z.boolean(),
});
