import { CloseOutlined, LeftOutlined, PlusOutlined, TeamOutlined, UserOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { HandlerPicker } from '#web/toolkit/pickers/HandlerPicker.tsx';
import type { HandlerKind } from '#web/toolkit/pickers/handler-sources.ts';
import { useHandlerSources } from '#web/toolkit/pickers/organisation-sources.ts';
import { joinClasses } from '#web/toolkit/styles/join-classes.ts';
import type { NamedHandler } from './NodeHandlersField.tsx';
import styles from './requested-seats.module.css';
import { isUnit } from './requested-seats.ts';
import { type SeatAnswer, votersText } from './seat-answers.ts';

const noKeys: ReadonlySet<string> = new Set();
const noAnswers: ReadonlyMap<string, SeatAnswer> = new Map();

/** Shows the people who are asked as pills, with a button to add more; in a sequence they can be reordered. */
export function SeatPills(props: {
  /** Label such as 会签人员; also the title of the picker. */
  label: string;
  traceId: string;
  kinds: readonly HandlerKind[];
  members: readonly NamedHandler[];
  /** People who are already in an earlier group. */
  repeatedKeys?: ReadonlySet<string> | undefined;
  /**
   * The server's answer for each seat: the reason why it cannot be asked, or the people who may answer it.
   */
  answers?: ReadonlyMap<string, SeatAnswer> | undefined;
  isOrdered: boolean;
  onChange: (members: readonly NamedHandler[]) => void;
}) {
  const {
    label,
    traceId,
    kinds,
    members,
    repeatedKeys = noKeys,
    answers = noAnswers,
    isOrdered,
    onChange,
  } = props;
  const [isPicking, setPicking] = useState(false);
  const sources = useHandlerSources(traceId);
  const problems = members.flatMap(({ key, name }) => {
    const problem = answers.get(key)?.problem;
    return problem === undefined
      ? []
      : [{ key, text: problem.includes(name) ? problem : `${name}：${problem}` }];
  });
  return (
    <div className={styles.pills}>
      {members.map((member, index) => (
        <span
          key={member.key}
          className={joinClasses(
            styles.pill,
            (repeatedKeys.has(member.key) || answers.get(member.key)?.problem !== undefined) && styles.faulty,
          )}
        >
          {isOrdered && index > 0 && (
            <button
              type="button"
              aria-label={`${member.name}前移`}
              onClick={() => onChange(members.toSpliced(index, 1).toSpliced(index - 1, 0, member))}
            >
              <LeftOutlined aria-hidden />
            </button>
          )}
          {isUnit(member.key) ? <TeamOutlined aria-hidden /> : <UserOutlined aria-hidden />}
          {member.name}
          {isUnit(member.key) && <UnitNote voters={answers.get(member.key)?.voters} />}
          <button
            type="button"
            aria-label={`移除${member.name}`}
            onClick={() => onChange(members.filter(({ key }) => key !== member.key))}
          >
            <CloseOutlined aria-hidden />
          </button>
        </span>
      ))}
      <Button type="link" icon={<PlusOutlined aria-hidden />} onClick={() => setPicking(true)}>
        {members.length === 0 ? `选择${label}` : '添加'}
      </Button>
      {problems.length > 0 && (
        <div role="alert" className={styles.seatFaults}>
          {problems.map(({ key, text }) => (
            <p key={key}>{text}</p>
          ))}
        </div>
      )}
      <HandlerPicker
        open={isPicking}
        title={`选择${label}`}
        kinds={kinds}
        sources={sources}
        value={members}
        notSelf
        onConfirm={(handlers) => {
          setPicking(false);
          onChange(handlers.map(({ key, name }) => ({ key, name })));
        }}
        onCancel={() => setPicking(false)}
      />
    </div>
  );
}

/** Shows that a department has one seat, which any of these people may answer. */
function UnitNote({ voters }: { voters: SeatAnswer['voters'] }) {
  if (voters === undefined) return <small>一席</small>;
  return <small title={voters.people.join('、')}>一席 · {votersText(voters)}</small>;
}
