import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Permission } from '#domain/access/actor.ts';
import { useMe } from '#web/api/use-me.ts';

/** Returns the link 发起办件 of an empty list; null for a person who may not start orders. */
export function useStartLink(): ReactNode {
  const mayStart = useMe()?.permissions.includes(Permission.initiate) ?? false;
  return mayStart ? <Link to="/workflow-new">发起办件</Link> : null;
}
