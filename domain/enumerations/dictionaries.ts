import { AdministrativeLevel, administrativeLevelLabel } from './administrative-level.ts';
import { ApplicantType, applicantTypeLabel } from './applicant-type.ts';
import { ApproverKind, approverKindLabel } from './approver-kind.ts';
import { AuditMethod, auditMethodLabel } from './audit-method.ts';
import {
  LegalEntityCertificate,
  legalEntityCertificateLabel,
  PersonalCertificate,
  personalCertificateLabel,
} from './certificate-category.ts';
import { type Code, type CodeOption, codeOptions } from './code-list.ts';
import {
  CountersignFlowCondition,
  CountersignOrder,
  CountersignResult,
  CountersignWay,
  countersignFlowConditionLabel,
  countersignOrderLabel,
  countersignResultLabel,
  countersignWayLabel,
} from './countersign.ts';
import { DayUnit, dayUnitLabel } from './day-unit.ts';
import { DocumentCategory, documentCategoryLabel } from './document-category.ts';
import { EnterpriseType, enterpriseTypeLabel } from './enterprise-type.ts';
import { EventAction, eventActionLabel } from './event-action.ts';
import { FormComponent, formComponentLabel } from './form-component.ts';
import { Gender, genderLabel } from './gender.ts';
import { HandlerOperation, handlerOperationLabel } from './handler-operation.ts';
import { HandlerType, handlerTypeLabel } from './handler-type.ts';
import { MessageChannel, messageChannelLabel } from './message-channel.ts';
import { NotifyTarget, notifyTargetLabel } from './notify-target.ts';
import {
  AmountType,
  amountTypeLabel,
  FeeKind,
  feeKindLabel,
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
import { PetitionChannel, petitionChannelLabel } from './petition-channel.ts';
import { AppealRoute, appealRouteLabel, PetitionClass, petitionClassLabel } from './petition-class.ts';
import { PostalTracking, postalTrackingLabel } from './postal-tracking.ts';
import { ProcessResult, processResultLabel } from './process-result.ts';
import { ReminderOffset, reminderOffsetLabel } from './reminder-offset.ts';
import { RuleOperator, ruleOperatorLabel } from './rule-operator.ts';
import { RuleType, ruleTypeLabel } from './rule-type.ts';
import { ServiceType, serviceTypeLabel } from './service-type.ts';
import {
  SupplementRecordStatus,
  SupplementTerm,
  supplementRecordStatusLabel,
  supplementTermLabel,
} from './supplement.ts';
import { ValidationKind, validationKindLabel } from './validation-kind.ts';
import { WorkOrderStatus, workOrderStatusLabel } from './work-order-status.ts';
import { WorkflowAction, workflowActionLabel } from './workflow-action.ts';

/** Every code list by the name under which clients request it (S1 §7 "dictionary selections by dictId"). */
export const dictionaries: Readonly<Record<string, readonly CodeOption<Code>[]>> = {
  'work-order-status': codeOptions(WorkOrderStatus, workOrderStatusLabel),
  'process-result': codeOptions(ProcessResult, processResultLabel),
  'handler-operation': codeOptions(HandlerOperation, handlerOperationLabel),
  'event-action': codeOptions(EventAction, eventActionLabel),
  'approver-kind': codeOptions(ApproverKind, approverKindLabel),
  'handler-type': codeOptions(HandlerType, handlerTypeLabel),
  'countersign-way': codeOptions(CountersignWay, countersignWayLabel),
  'countersign-order': codeOptions(CountersignOrder, countersignOrderLabel),
  'countersign-flow-condition': codeOptions(CountersignFlowCondition, countersignFlowConditionLabel),
  'countersign-result': codeOptions(CountersignResult, countersignResultLabel),
  'day-unit': codeOptions(DayUnit, dayUnitLabel),
  gender: codeOptions(Gender, genderLabel),
  'personal-certificate': codeOptions(PersonalCertificate, personalCertificateLabel),
  'legal-entity-certificate': codeOptions(LegalEntityCertificate, legalEntityCertificateLabel),
  'enterprise-type': codeOptions(EnterpriseType, enterpriseTypeLabel),
  'applicant-type': codeOptions(ApplicantType, applicantTypeLabel),
  'service-type': codeOptions(ServiceType, serviceTypeLabel),
  'message-channel': codeOptions(MessageChannel, messageChannelLabel),
  'notify-target': codeOptions(NotifyTarget, notifyTargetLabel),
  'reminder-offset': codeOptions(ReminderOffset, reminderOffsetLabel),
  'form-component': codeOptions(FormComponent, formComponentLabel),
  'administrative-level': codeOptions(AdministrativeLevel, administrativeLevelLabel),
  'document-category': codeOptions(DocumentCategory, documentCategoryLabel),
  'petition-channel': codeOptions(PetitionChannel, petitionChannelLabel),
  'petition-class': codeOptions(PetitionClass, petitionClassLabel),
  'appeal-route': codeOptions(AppealRoute, appealRouteLabel),
  'payment-status': codeOptions(PaymentStatus, paymentStatusLabel),
  'payment-notice-status': codeOptions(PaymentNoticeStatus, paymentNoticeStatusLabel),
  'refund-type': codeOptions(RefundType, refundTypeLabel),
  'refund-reason': codeOptions(RefundReason, refundReasonLabel),
  'fee-kind': codeOptions(FeeKind, feeKindLabel),
  'amount-type': codeOptions(AmountType, amountTypeLabel),
  'transaction-type': codeOptions(TransactionType, transactionTypeLabel),
  'transaction-result': codeOptions(TransactionResult, transactionResultLabel),
  'supplement-term': codeOptions(SupplementTerm, supplementTermLabel),
  'supplement-record-status': codeOptions(SupplementRecordStatus, supplementRecordStatusLabel),
  'postal-tracking': codeOptions(PostalTracking, postalTrackingLabel),
  'workflow-action': codeOptions(WorkflowAction, workflowActionLabel),
  'audit-method': codeOptions(AuditMethod, auditMethodLabel),
  'rule-operator': codeOptions(RuleOperator, ruleOperatorLabel),
  'validation-kind': codeOptions(ValidationKind, validationKindLabel),
  'rule-type': codeOptions(RuleType, ruleTypeLabel),
};
