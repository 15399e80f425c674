import { z } from 'zod';
import { type TodoTab, todoTabs } from '#domain/lists/todo-tabs.ts';

/** The number of tasks that wait under each tab; counted to `todoCountCap`. */
export const TodoCounts = z.object(
  Object.fromEntries(todoTabs.map((tab) => [tab, z.number().int()])) as Record<TodoTab, z.ZodInt>,
);
export type TodoCounts = z.output<typeof TodoCounts>;
