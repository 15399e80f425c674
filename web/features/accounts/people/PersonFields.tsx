import { Form, Input, Select } from 'antd';
import type { PersonDetail } from '#contract/people.ts';
import { landingLabel, staffLimits } from '#domain/access/staff-rules.ts';
import type { Problems } from '#web/toolkit/dialog/use-problems.ts';
import { ChoicesField } from '#web/toolkit/pickers/ChoicesField.tsx';
import { NumberField } from './NumberField.tsx';
import { OrganisationFields } from './OrganisationFields.tsx';
import styles from './people.module.css';
import type { PersonDraft } from './person-draft.ts';

const landings = Object.entries(landingLabel).map(([value, label]) => ({ value, label }));

/**
 * Asks for all data of a person that an administrator edits; `person` is the stored one, undefined for a new
 * person.
 */
export function PersonFields(props: {
  draft: PersonDraft;
  person: PersonDetail | undefined;
  mayGrantRoles: boolean;
  problems: Problems;
  onChange: (change: Partial<PersonDraft>) => void;
}) {
  const { draft, person, mayGrantRoles, problems, onChange } = props;
  const mayRename = person === undefined || person.mayRename;
  return (
    <Form layout="vertical" className={styles.fields}>
      <Form.Item
        label="账号"
        required={mayRename}
        htmlFor="person-account"
        validateStatus={problems.account && 'error'}
        help={problems.account ?? helpOfAccount(person)}
      >
        <Input
          id="person-account"
          aria-required={mayRename}
          autoComplete="off"
          disabled={!mayRename}
          value={draft.account}
          maxLength={staffLimits.accountCharacters}
          placeholder="小写字母、数字、点、下划线、连字符"
          onChange={({ target }) => onChange({ account: target.value })}
        />
      </Form.Item>
      <Form.Item
        label="姓名"
        required
        htmlFor="person-name"
        validateStatus={problems.name && 'error'}
        help={problems.name}
      >
        <Input
          id="person-name"
          aria-required
          autoComplete="off"
          value={draft.name}
          maxLength={staffLimits.nameCharacters}
          onChange={({ target }) => onChange({ name: target.value })}
        />
      </Form.Item>
      <OrganisationFields
        org={draft.org}
        departmentId={draft.departmentId}
        problems={problems}
        onChange={onChange}
      />
      <Form.Item
        label="职务"
        htmlFor="person-title"
        validateStatus={problems.title && 'error'}
        help={problems.title}
      >
        <Input
          id="person-title"
          value={draft.title}
          maxLength={staffLimits.titleCharacters}
          onChange={({ target }) => onChange({ title: target.value })}
        />
      </Form.Item>
      <Form.Item
        label="登录后的首页"
        htmlFor="person-landing"
        validateStatus={problems.landing && 'error'}
        help={problems.landing}
      >
        <Select
          id="person-landing"
          value={draft.landing}
          options={landings}
          onChange={(landing: string) => onChange({ landing })}
        />
      </Form.Item>
      <NumberField
        id="person-mobile"
        label="手机号码"
        maskedNumber={person?.mobile ?? ''}
        value={draft.mobile}
        problem={problems.mobile}
        onChange={(mobile) => onChange({ mobile })}
      />
      <NumberField
        id="person-id-card"
        label="身份证号"
        maskedNumber={person?.idCard ?? ''}
        value={draft.idCard}
        problem={problems.idCard}
        lockedReason={person?.idCardFault}
        onChange={(idCard) => onChange({ idCard })}
      />
      {(['positions', 'groups', 'windows'] as const).map((field) => (
        <ChoicesField
          key={field}
          id={`person-${field}`}
          kind={kindOf[field]}
          placeholder="未指定"
          value={draft[field]}
          problem={problems[field]}
          onChange={(choices) => onChange({ [field]: choices })}
        />
      ))}
      {person === undefined && mayGrantRoles && (
        <ChoicesField
          id="person-roles"
          kind="role"
          placeholder="暂不授予"
          value={draft.roles}
          problem={problems.roles}
          onChange={(roles) => onChange({ roles })}
        />
      )}
    </Form>
  );
}

/** Returns the note on renaming: an account whose identity number is locked cannot be renamed either. */
function helpOfAccount(person: PersonDetail | undefined): string {
  if (person === undefined || person.mayRename) return '登录用，首次登录后不能更改';
  return person.idCardFault === null ? '账号已投入使用，不能更改' : '管理人员的账号不能由其他管理员改名';
}

const kindOf = { positions: 'position', groups: 'group', windows: 'window' } as const;
