import { Radio } from 'antd';
import type { WorkOrderPage } from '#contract/work-orders.ts';
import styles from './detail.module.css';

type Tasks = WorkOrderPage['tasks'];

/** Shows that the person has several open tasks of the order after a fork, and switches between them. */
export function TaskSwitch(props: {
  tasks: Tasks;
  currentTraceId: string | undefined;
  onSwitchTask: (traceId: string) => void;
}) {
  const { tasks, currentTraceId, onSwitchTask } = props;
  return (
    <div className={styles.taskSwitch}>
      <span id="task-switch-label">您在本办件有 {tasks.length} 个待办环节</span>
      <Radio.Group
        aria-labelledby="task-switch-label"
        optionType="button"
        buttonStyle="solid"
        size="small"
        value={currentTraceId}
        onChange={(event) => onSwitchTask(event.target.value as string)}
        options={tasks.map((task, index) => ({ value: task.traceId, label: numberedName(tasks, index) }))}
      />
    </div>
  );
}

/** Returns the node's name, with the name of the absent handler if the task is not the user's own. */
function labelOf(task: Tasks[number] | undefined): string {
  return task?.standsFor ? `${task.nodeName}（代 ${task.standsFor}）` : (task?.nodeName ?? '');
}

/** Returns the node's name, numbered if there are several tasks at one node. */
function numberedName(tasks: Tasks, index: number): string {
  const name = labelOf(tasks[index]);
  const tasksOfSameName = tasks.filter((task) => labelOf(task) === name);
  return tasksOfSameName.length < 2
    ? name
    : `${name}（${tasks.slice(0, index + 1).filter((task) => tasksOfSameName.includes(task)).length}）`;
}
