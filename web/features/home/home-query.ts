import { home } from '#contract/home.ts';
import { queryOf } from '#web/api/query-of.ts';

export const homeQuery = queryOf(home.page, {});
