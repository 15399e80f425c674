import { DownloadOutlined } from '@ant-design/icons';
import { App, Button } from 'antd';
import { audit } from '#contract/audit.ts';
import { decideExport } from '#domain/lists/export-decision.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { useFeedback } from '#web/toolkit/feedback/use-feedback.ts';
import type { ListQuery } from '#web/toolkit/list-model/list-types.ts';
import { saveFile } from '#web/toolkit/page/save-file.ts';

/** Exports the shown list as a file; for more than 10,000 rows it asks first (S0 §5). */
export function ExportButton({ query }: { query: ListQuery }) {
  const { run, running } = useAction(audit.export);
  const { modal } = App.useApp();
  const feedback = useFeedback();

  const exportFile = async () => {
    const outcome = await run({ body: query.filters });
    if (outcome.kind === 'failed') feedback.failure(outcome.failure);
    if (outcome.kind !== 'done') return;
    saveFile(outcome.data.fileName, outcome.data.content);
    feedback.success(`已导出 ${outcome.data.rows} 条`);
  };
  const confirmExport = async () => {
    try {
      const { total } = await call(audit.list, { query: { ...query.filters, page: 1, size: 5 } });
      const decision = decideExport(total, { mayTruncate: true });
      if (decision.kind === 'export') await exportFile();
      else if (decision.kind !== 'confirm') feedback.warn(decision.message);
      else
        modal.confirm({
          title: decision.message,
          okText: '继续导出',
          cancelText: '取消',
          onOk: () => exportFile(),
        });
    } catch (failure) {
      feedback.failure(failure);
    }
  };
  return (
    <Button
      type="text"
      icon={<DownloadOutlined aria-hidden />}
      loading={running}
      onClick={() => void confirmExport()}
    >
      导出
    </Button>
  );
}
