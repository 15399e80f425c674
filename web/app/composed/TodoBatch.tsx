import type { TodoRow } from '#contract/work-orders.ts';
import { BatchTools } from '#web/features/batch/BatchTools.tsx';
import { CommonOpinionPopover } from '#web/features/opinions/CommonOpinionPopover.tsx';
import { OpinionChips } from '#web/features/opinions/OpinionChips.tsx';
import type { ListTools } from '#web/toolkit/list-model/list-types.ts';

const commonOpinions = { Chips: OpinionChips, Popover: CommonOpinionPopover };

/** Shows 批量办理 over the to-do list, with the person's common opinions. */
export function TodoBatch(list: ListTools<TodoRow>) {
  return <BatchTools {...list} commonOpinions={commonOpinions} />;
}
