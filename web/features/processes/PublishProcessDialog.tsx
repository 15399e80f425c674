import type { OutputOf } from '#contract/endpoint.ts';
import { type ProcessRow, processes } from '#contract/processes.ts';
import { queryAs, queryOf } from '#web/api/query-of.ts';
import type { CheckedDefinition } from '#web/toolkit/definitions/Findings.tsx';
import { PublishDefinition } from '#web/toolkit/definitions/PublishDefinition.tsx';
import { useReportedMutation } from '#web/toolkit/feedback/use-reported-mutation.ts';

const file = {
  hint: 'BPMN 2.0 文件（.bpmn、.xml），Flowable、Camunda、bpmn-js 等工具画的都可以',
  accept: '.bpmn,.xml',
  megabytes: 2,
};

const toCheckedDefinition = ({ process, ...result }: OutputOf<typeof processes.lint>): CheckedDefinition => ({
  ...result,
  definition: process ? { code: process.key, name: process.name, current: process.current } : undefined,
});

/** Shows 发布流程, for a file that is chosen here, or for a process written in steps. */
export function PublishProcessDialog(props: {
  /** Process file generated from the steps. */
  editorText?: string;
  /** Key of the process; a file of another process is not accepted. */
  expectedKey?: string;
  /** Selects the step with a problem. */
  onGo?: (field: string) => void;
  /** The version on which the text is based; for a file, the version that the check returned. */
  over?: number;
  /** Called with the server's message about another person's later publication. */
  onDataChanged?: (message: string) => void;
  onPublished: (row: ProcessRow) => void;
  onClose: () => void;
}) {
  const { expectedKey, over, onDataChanged, onPublished, ...publishProps } = props;
  const { mutation, running } = useReportedMutation(processes.publish, onDataChanged);
  return (
    <PublishDefinition
      kind="流程"
      file={file}
      check={(xml) => queryAs(queryOf(processes.lint, { body: { xml } }), toCheckedDefinition)}
      objection={(definition) =>
        expectedKey !== undefined && definition !== undefined && definition.code !== expectedKey
          ? `文件是流程“${definition.name}”（${definition.code}），不是 ${expectedKey}；请到流程列表发布。`
          : undefined
      }
      running={running}
      publish={async (xml, current) => {
        const row = await mutation({ body: { xml, over: over ?? current } }, '流程已发布');
        if (row) onPublished(row);
        return row;
      }}
      {...publishProps}
    />
  );
}
