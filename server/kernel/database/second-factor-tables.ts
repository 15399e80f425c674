import type { Generated } from 'kysely';
import type { DefaultedColumn, OptionalTimestamp, Timestamp } from './column-types.ts';

/** Tables of the second factor and of the office's sign-in rules. */

export interface SecondFactorsTable {
  staff_id: string;
  secret_sealed: string;
  last_step: number;
  enrolled_at: Timestamp;
}

export interface RecoveryCodesTable {
  staff_id: string;
  code_digest: string;
  used_at: OptionalTimestamp;
}

export interface PendingFactorsTable {
  owner_hash: string;
  staff_id: string;
  secret_sealed: string;
  expires_at: Timestamp;
}

export interface HalfSessionsTable {
  token_hash: string;
  staff_id: string;
  step: 'code' | 'enrol';
  kept_sealed: string;
  tries: DefaultedColumn<number>;
  expires_at: Timestamp;
}

export interface LoginPolicyTable {
  single: DefaultedColumn<boolean>;
  second_factor_after_sign_on: DefaultedColumn<boolean>;
  password_max_age_days: DefaultedColumn<number | null>;
  password_warn_days: DefaultedColumn<number>;
}

/** Written only by a trigger. */
export interface FormerPasswordsTable {
  number: Generated<number>;
  staff_id: string;
  password_hash: string;
  replaced_at: Timestamp;
}

export interface SecondFactorTables {
  second_factors: SecondFactorsTable;
  recovery_codes: RecoveryCodesTable;
  pending_factors: PendingFactorsTable;
  half_sessions: HalfSessionsTable;
  login_policy: LoginPolicyTable;
  former_passwords: FormerPasswordsTable;
  second_factor_roles: { role_code: string };
}
