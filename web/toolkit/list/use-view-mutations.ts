import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { type ListView, listViews, type ViewContent } from '#contract/list-views.ts';
import { type CallInput, call, newIdempotencyKey } from '#web/api/call.ts';
import { isCallError, textOfFailure } from '#web/api/call-error.ts';
import { renewAfter } from '#web/api/query-of.ts';
import { useFeedback } from '../feedback/use-feedback.ts';

/** Returns the actions of a user on views; each reloads the list of views, and reports a failure once. */
export function useViewMutations(list: string) {
  const client = useQueryClient();
  const feedback = useFeedback();
  const [running, setRunning] = useState(false);

  const run = async <P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, O extends z.ZodType>(
    endpoint: Endpoint<P, Q, B, O>,
    input: CallInput<Endpoint<P, Q, B, O>>,
    text?: string,
  ): Promise<z.output<O> | undefined> => {
    if (running) return undefined;
    setRunning(true);
    try {
      const answer = await call(endpoint, input, { idempotencyKey: newIdempotencyKey() });
      await renewAfter(client, endpoint);
      if (text) feedback.success(text);
      return answer;
    } catch (failure) {
      const problems = isCallError(failure) ? failure.problems.map(({ message }) => message) : [];
      if (problems.length > 0) feedback.warn(problems.join('；'));
      else if (!isCallError(failure) || !failure.isMessageHidden) feedback.warn(textOfFailure(failure));
      return undefined;
    } finally {
      setRunning(false);
    }
  };

  const change = (view: ListView, body: CallInput<typeof listViews.change>['body'], text: string) =>
    run(listViews.change, { params: { id: view.id }, body }, text);
  return {
    running,
    save: (name: string, content: ViewContent) =>
      run(listViews.create, { body: { list, name, content } }, '视图已保存'),
    rename: (view: ListView, name: string) => change(view, { name }, '视图已改名'),
    replaceContent: (view: ListView, content: ViewContent) =>
      change(view, { content }, '视图已更新为当前条件'),
    share: (view: ListView, shared: boolean) =>
      change(view, { shared }, shared ? '已共享给本机构' : '已取消共享'),
    reorder: (ids: readonly string[]) => run(listViews.reorder, { body: { list, ids: [...ids] } }),
    setDefault: (view: ListView | undefined) =>
      run(
        listViews.setDefault,
        { body: { list, id: view?.id ?? null } },
        view ? '下次打开列表时使用这个视图' : '已取消默认视图',
      ),
    remove: (view: ListView) => run(listViews.remove, { params: { id: view.id } }),
    restore: (view: ListView) => run(listViews.restore, { params: { id: view.id } }, '视图已恢复'),
  };
}

export type ViewMutations = ReturnType<typeof useViewMutations>;
