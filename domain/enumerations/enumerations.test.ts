import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  AdministrativeLevel,
  administrativeLevelLabel,
  isAdministrativeLevel,
} from './administrative-level.ts';
import { ApplicantType, applicantTypeLabel, isApplicantType } from './applicant-type.ts';
import { ApproverKind, approverKindLabel, isApproverKind } from './approver-kind.ts';
import { AuditMethod, auditMethodLabel, isAuditMethod } from './audit-method.ts';
import {
  isLegalEntityCertificate,
  isPersonalCertificate,
  LegalEntityCertificate,
  legalEntityCertificateLabel,
  PersonalCertificate,
  personalCertificateLabel,
} from './certificate-category.ts';
import { type Code, codeOptions } from './code-list.ts';
import {
  CountersignFlowCondition,
  CountersignOrder,
  CountersignResult,
  CountersignWay,
  countersignFlowConditionLabel,
  countersignOrderLabel,
  countersignResultLabel,
  countersignWayLabel,
  isCountersignFlowCondition,
  isCountersignOrder,
  isCountersignResult,
  isCountersignWay,
} from './countersign.ts';
import { DayUnit, dayUnitLabel, isDayUnit } from './day-unit.ts';
import { dictionaries } from './dictionaries.ts';
import { DocumentCategory, documentCategoryLabel, isDocumentCategory } from './document-category.ts';
import { EnterpriseType, enterpriseTypeLabel, isEnterpriseType } from './enterprise-type.ts';
import { EventAction, eventActionLabel, isEventAction } from './event-action.ts';
import { FormComponent, formComponentLabel, isFormComponent } from './form-component.ts';
import { Gender, genderLabel, isGender } from './gender.ts';
import { HandlerOperation, handlerOperationLabel, isHandlerOperation } from './handler-operation.ts';
import { HandlerType, handlerTypeLabel, isHandlerType } from './handler-type.ts';
import { isMessageChannel, MessageChannel, messageChannelLabel } from './message-channel.ts';
import { isNotifyTarget, NotifyTarget, notifyTargetLabel } from './notify-target.ts';
import {
  AmountType,
  amountTypeLabel,
  FeeKind,
  feeKindLabel,
  isAmountType,
  isFeeKind,
  isPaymentNoticeStatus,
  isPaymentStatus,
  isRefundReason,
  isRefundType,
  isTransactionResult,
  isTransactionType,
  PaymentNoticeStatus,
  PaymentStatus,
  paymentNoticeStatusLabel,
  paymentStatusLabel,
  RefundReason,
  RefundType,
  refundReasonLabel,
  refundTypeLabel,
  TransactionResult,
  TransactionType,
  transactionResultLabel,
  transactionTypeLabel,
} from './payment.ts';
import { isPetitionChannel, PetitionChannel, petitionChannelLabel } from './petition-channel.ts';
import {
  AppealRoute,
  appealRouteLabel,
  isAppealRoute,
  isPetitionClass,
  PetitionClass,
  petitionClassLabel,
} from './petition-class.ts';
import { isPostalTracking, PostalTracking, postalTrackingLabel } from './postal-tracking.ts';
import { isProcessResult, ProcessResult, processResultLabel } from './process-result.ts';
import { isReminderOffset, ReminderOffset, reminderOffsetLabel } from './reminder-offset.ts';
import { isRuleOperator, RuleOperator, ruleOperatorLabel } from './rule-operator.ts';
import { isRuleType, RuleType, ruleTypeLabel } from './rule-type.ts';
import { isServiceType, ServiceType, serviceTypeLabel } from './service-type.ts';
import {
  isSupplementRecordStatus,
  isSupplementTerm,
  SupplementRecordStatus,
  SupplementTerm,
  supplementRecordStatusLabel,
  supplementTermLabel,
} from './supplement.ts';
import { isValidationKind, ValidationKind, validationKindLabel } from './validation-kind.ts';
import { isWorkOrderStatus, WorkOrderStatus, workOrderStatusLabel } from './work-order-status.ts';
import { isWorkflowAction, WorkflowAction, workflowActionLabel } from './workflow-action.ts';

interface ListUnderTest {
  name: string;
  list: Readonly<Record<string, Code>>;
  label: Readonly<Record<Code, string>>;
  guard: (value: unknown) => boolean;
}

const lists: ListUnderTest[] = [
  { name: 'work-order-status', list: WorkOrderStatus, label: workOrderStatusLabel, guard: isWorkOrderStatus },
  { name: 'process-result', list: ProcessResult, label: processResultLabel, guard: isProcessResult },
  {
    name: 'handler-operation',
    list: HandlerOperation,
    label: handlerOperationLabel,
    guard: isHandlerOperation,
  },
  { name: 'event-action', list: EventAction, label: eventActionLabel, guard: isEventAction },
  { name: 'approver-kind', list: ApproverKind, label: approverKindLabel, guard: isApproverKind },
  { name: 'handler-type', list: HandlerType, label: handlerTypeLabel, guard: isHandlerType },
  { name: 'countersign-way', list: CountersignWay, label: countersignWayLabel, guard: isCountersignWay },
  {
    name: 'countersign-order',
    list: CountersignOrder,
    label: countersignOrderLabel,
    guard: isCountersignOrder,
  },
  {
    name: 'countersign-flow-condition',
    list: CountersignFlowCondition,
    label: countersignFlowConditionLabel,
    guard: isCountersignFlowCondition,
  },
  {
    name: 'countersign-result',
    list: CountersignResult,
    label: countersignResultLabel,
    guard: isCountersignResult,
  },
  { name: 'day-unit', list: DayUnit, label: dayUnitLabel, guard: isDayUnit },
  { name: 'gender', list: Gender, label: genderLabel, guard: isGender },
  {
    name: 'personal-certificate',
    list: PersonalCertificate,
    label: personalCertificateLabel,
    guard: isPersonalCertificate,
  },
  {
    name: 'legal-entity-certificate',
    list: LegalEntityCertificate,
    label: legalEntityCertificateLabel,
    guard: isLegalEntityCertificate,
  },
  { name: 'enterprise-type', list: EnterpriseType, label: enterpriseTypeLabel, guard: isEnterpriseType },
  { name: 'applicant-type', list: ApplicantType, label: applicantTypeLabel, guard: isApplicantType },
  { name: 'service-type', list: ServiceType, label: serviceTypeLabel, guard: isServiceType },
  { name: 'message-channel', list: MessageChannel, label: messageChannelLabel, guard: isMessageChannel },
  { name: 'notify-target', list: NotifyTarget, label: notifyTargetLabel, guard: isNotifyTarget },
  { name: 'reminder-offset', list: ReminderOffset, label: reminderOffsetLabel, guard: isReminderOffset },
  { name: 'form-component', list: FormComponent, label: formComponentLabel, guard: isFormComponent },
  {
    name: 'administrative-level',
    list: AdministrativeLevel,
    label: administrativeLevelLabel,
    guard: isAdministrativeLevel,
  },
  {
    name: 'document-category',
    list: DocumentCategory,
    label: documentCategoryLabel,
    guard: isDocumentCategory,
  },
  { name: 'petition-channel', list: PetitionChannel, label: petitionChannelLabel, guard: isPetitionChannel },
  { name: 'petition-class', list: PetitionClass, label: petitionClassLabel, guard: isPetitionClass },
  { name: 'appeal-route', list: AppealRoute, label: appealRouteLabel, guard: isAppealRoute },
  { name: 'payment-status', list: PaymentStatus, label: paymentStatusLabel, guard: isPaymentStatus },
  {
    name: 'payment-notice-status',
    list: PaymentNoticeStatus,
    label: paymentNoticeStatusLabel,
    guard: isPaymentNoticeStatus,
  },
  { name: 'refund-type', list: RefundType, label: refundTypeLabel, guard: isRefundType },
  { name: 'refund-reason', list: RefundReason, label: refundReasonLabel, guard: isRefundReason },
  { name: 'fee-kind', list: FeeKind, label: feeKindLabel, guard: isFeeKind },
  { name: 'amount-type', list: AmountType, label: amountTypeLabel, guard: isAmountType },
  { name: 'transaction-type', list: TransactionType, label: transactionTypeLabel, guard: isTransactionType },
  {
    name: 'transaction-result',
    list: TransactionResult,
    label: transactionResultLabel,
    guard: isTransactionResult,
  },
  { name: 'supplement-term', list: SupplementTerm, label: supplementTermLabel, guard: isSupplementTerm },
  {
    name: 'supplement-record-status',
    list: SupplementRecordStatus,
    label: supplementRecordStatusLabel,
    guard: isSupplementRecordStatus,
  },
  { name: 'postal-tracking', list: PostalTracking, label: postalTrackingLabel, guard: isPostalTracking },
  { name: 'workflow-action', list: WorkflowAction, label: workflowActionLabel, guard: isWorkflowAction },
  { name: 'audit-method', list: AuditMethod, label: auditMethodLabel, guard: isAuditMethod },
  { name: 'rule-operator', list: RuleOperator, label: ruleOperatorLabel, guard: isRuleOperator },
  { name: 'validation-kind', list: ValidationKind, label: validationKindLabel, guard: isValidationKind },
  { name: 'rule-type', list: RuleType, label: ruleTypeLabel, guard: isRuleType },
];

const vectors = new URL('./vectors/', import.meta.url);

/** Codes whose labels the specification uses twice: a package order ends like any other order. */
const sharedLabels: Record<string, string[]> = { 'work-order-status': ['准予许可', '退回办结'] };

function readTable(name: string) {
  return readFileSync(new URL(`${name}.txt`, vectors), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [code = '', meaning = '', key = ''] = line.split('\t');
      return { code, meaning, key };
    });
}

describe.each(lists)('code list $name', ({ name, list, label, guard }) => {
  const table = readTable(name);

  it('has every code of the specification in its order, with our name for its meaning', () => {
    expect(Object.entries(list).map(([key, code]) => [String(code), key])).toEqual(
      table.map((row) => [row.code, row.key]),
    );
    expect(table.every((row) => row.meaning !== '')).toBe(true);
  });

  it('has exactly one Chinese label for every code', () => {
    const codes = Object.values(list);
    expect(Object.keys(label).sort()).toEqual(codes.map(String).sort());
    for (const code of codes) expect(label[code]).toMatch(/^[\p{Script=Han}A-Z0-9（）]+$/u);
    for (const code of codes) expect(label[code]).toMatch(/\p{Script=Han}/u);
  });

  it('has unique labels, except the listed shared ones', () => {
    const labels = Object.values(label);
    const repeatedLabels = [...new Set(labels.filter((text, index) => labels.indexOf(text) !== index))];
    expect(repeatedLabels).toEqual(sharedLabels[name] ?? []);
  });

  it('accepts only its own codes in their own type', () => {
    for (const code of Object.values(list)) {
      expect(guard(code)).toBe(true);
      expect(guard(typeof code === 'number' ? String(code) : Number(code))).toBe(false);
    }
    for (const invalidValue of [undefined, null, '', 'toString', {}, Number.NaN, 987654]) {
      expect(guard(invalidValue)).toBe(false);
    }
  });
});

describe('code lists', () => {
  it('have one table of the specification each, and no table is unused', () => {
    const files = readdirSync(vectors).map((file) => file.replace(/\.txt$/, ''));
    expect(files.sort()).toEqual(lists.map(({ name }) => name).sort());
  });

  it('keep the order of the specification also for codes that look like integers', () => {
    expect(codeOptions(Gender, genderLabel)).toEqual([
      { value: '1', label: '男' },
      { value: '2', label: '女' },
      { value: '0', label: '未知' },
    ]);
  });
});

it('every code list is available as a dictionary under its name (S1 §7)', () => {
  expect(Object.keys(dictionaries)).toEqual(lists.map(({ name }) => name));
  for (const { name, list, label } of lists) expect(dictionaries[name]).toEqual(codeOptions(list, label));
});
