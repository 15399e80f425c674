import { Radio } from 'antd';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import styles from './detail.module.css';

type Tasks = WorkOrderPage['tasks'];

/** After a fork one person may have several open tasks of the order: says so, and turns from one to the other. */
export function TaskSwitch(props: {
  tasks: Tasks;
  chosen: string | undefined;
  onTurnTo: (traceId: string) => void;
}) {
  const { tasks, chosen, onTurnTo } = props;
  return (
    <div className={styles.taskSwitch}>
      <span id="task-switch-label">您在本办件有 {tasks.length} 个待办环节</span>
      <Radio.Group
        aria-labelledby="task-switch-label"
        optionType="button"
        buttonStyle="solid"
        size="small"
        value={chosen}
        onChange={(event) => onTurnTo(event.target.value as string)}
        options={tasks.map((task, index) => ({ value: task.traceId, label: nameAmong(tasks, index) }))}
      />
    </div>
  );
}

/** Returns the node's name, with the name of the person whose task it is where it is not the user's own. */
function wordOf(task: Tasks[number] | undefined): string {
  return task?.standsFor ? `${task.nodeName}（代 ${task.standsFor}）` : (task?.nodeName ?? '');
}

/** The node's name; of several tasks at one node, with a number. */
function nameAmong(tasks: Tasks, index: number): string {
  const name = wordOf(tasks[index]);
  const same = tasks.filter((task) => wordOf(task) === name);
  return same.length < 2
    ? name
    : `${name}（${tasks.slice(0, index + 1).filter((task) => same.includes(task)).length}）`;
}
