import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { menus } from '#contract/menus.ts';
import { listMenuLeaves } from '#domain/menus/landing.ts';
import { queryOf } from '#web/api/query-of.ts';
import { isEmbedded } from './is-embedded.ts';

const todoPath = '/todo';

/**
 * Shows a link away from a page that the person may not see: to the to-do list, or to the first screen of a person
 * without one. Inside another system, that system provides the navigation.
 */
export function FirstScreenLink() {
  const tree = useQuery({ ...queryOf(menus.userMenus, {}), staleTime: Number.POSITIVE_INFINITY }).data ?? [];
  if (isEmbedded()) return null;
  const hasTodo = listMenuLeaves(tree).some(({ url }) => url === todoPath);
  return hasTodo ? <Link to={todoPath}>返回待办</Link> : <Link to="/">返回首页</Link>;
}
