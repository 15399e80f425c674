import { DeleteOutlined, PlusOutlined, UpOutlined } from '@ant-design/icons';
import { Button, Input } from 'antd';
import { maxGroupNameLength } from '#domain/workflow/model/limits.ts';
import styles from './requested-seats.module.css';
import { type RequestedGroup, repeatedKeysOf, seatKinds } from './requested-seats.ts';
import { SeatPills } from './SeatPills.tsx';
import type { SeatAnswer } from './seat-answers.ts';

/**
 * Shows 按分组: numbered groups with their people and departments; in a sequence, all members of a group are asked
 * at the same time.
 */
export function CountersignGroups(props: {
  traceId: string;
  groups: readonly RequestedGroup[];
  isOrdered: boolean;
  /** If true, marks the groups that have no member. */
  showsProblems: boolean;
  answers: ReadonlyMap<string, SeatAnswer>;
  onChange: (groups: readonly RequestedGroup[]) => void;
}) {
  const { traceId, groups, isOrdered, showsProblems, answers, onChange } = props;
  const repeatedByGroup = repeatedKeysOf(groups);
  const change = (group: RequestedGroup, changes: Partial<RequestedGroup>) =>
    onChange(groups.map((other) => (other.id === group.id ? { ...other, ...changes } : other)));
  return (
    <>
      {groups.map((group, index) => {
        const repeatedKeys = repeatedByGroup.get(group.id);
        return (
          <section key={group.id} className={styles.group} aria-label={`第${index + 1}组`}>
            <div className={styles.groupHead}>
              <span className={styles.number} aria-hidden="true">
                {index + 1}
              </span>
              <Input
                variant="borderless"
                aria-label={`第${index + 1}组名称`}
                placeholder={`第${index + 1}组`}
                maxLength={maxGroupNameLength}
                value={group.name}
                onChange={(event) => change(group, { name: event.target.value })}
              />
              {index > 0 && (
                <Button
                  type="text"
                  icon={<UpOutlined aria-hidden />}
                  aria-label={`第${index + 1}组上移`}
                  onClick={() => onChange(groups.toSpliced(index, 1).toSpliced(index - 1, 0, group))}
                />
              )}
              {groups.length > 1 && (
                <Button
                  type="text"
                  icon={<DeleteOutlined aria-hidden />}
                  aria-label={`删除第${index + 1}组`}
                  onClick={() => onChange(groups.filter(({ id }) => id !== group.id))}
                />
              )}
            </div>
            <SeatPills
              label="会签人员"
              traceId={traceId}
              kinds={seatKinds}
              members={group.members}
              repeatedKeys={repeatedKeys}
              answers={answers}
              isOrdered={false}
              onChange={(members) => change(group, { members })}
            />
            {(repeatedKeys?.size ?? 0) > 0 && (
              <p role="alert" className={styles.fault}>
                不同组之间人员、部门不可重复
              </p>
            )}
            {showsProblems && group.members.length === 0 && (
              <p role="alert" className={styles.fault}>
                请选择会签人员
              </p>
            )}
          </section>
        );
      })}
      <Button
        block
        type="dashed"
        icon={<PlusOutlined aria-hidden />}
        onClick={() =>
          onChange([...groups, { id: Math.max(0, ...groups.map(({ id }) => id)) + 1, name: '', members: [] }])
        }
      >
        添加分组
      </Button>
      <p className={styles.hint}>
        {isOrdered
          ? '依次：一组全部答复后，才通知下一组；会签时限由各组共用。'
          : '任意顺序：各组同时收到会签。'}
        同一人员、部门只能在一个组里。
      </p>
    </>
  );
}
