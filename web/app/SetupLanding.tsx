import { useQuery } from '@tanstack/react-query';
import { firstSteps } from '#contract/first-steps.ts';
import { firstStepsPath } from '#domain/menus/landing.ts';
import { queryOf } from '#web/api/query-of.ts';
import { ScreenSkeleton } from '#web/toolkit/feedback/ScreenSkeleton.tsx';
import { Redirect } from './Redirect.tsx';

/**
 * Opens the first required setup step that the office still lacks; the normal first screen if there is none,
 * or if that is unknown.
 */
export default function SetupLanding({ path }: { path: string }) {
  const steps = useQuery(queryOf(firstSteps.show, {}));
  if (steps.isPending) return <ScreenSkeleton />;
  const isMissing = steps.data?.steps.some(({ isDone, isOptional }) => !isDone && !isOptional) ?? false;
  return <Redirect to={isMissing ? firstStepsPath : path} />;
}
