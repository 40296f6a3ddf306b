// Generated, do not edit: npm run generate
/* tslint:disable */
/* eslint-disable */
export * from './AccountIds.js';
export * from './AccountScope.js';
export * from './CourseGroup.js';
export * from './CourseIds.js';
export * from './CredentialCheck.js';
export * from './CredentialVerdict.js';
export * from './DeadLetter.js';
export * from './DeliveriesQuery.js';
export * from './Delivery.js';
export * from './DeliveryStatus.js';
export * from './ExportedDelivery.js';
export * from './ExportedNotifications.js';
export * from './ExportedRegistration.js';
export * from './ExportedWebhook.js';
export * from './HistoryEntry.js';
export * from './ModelError.js';
export * from './NotificationReceipt.js';
export * from './Problem.js';
export * from './ProblemErrorsInner.js';
export * from './Registration.js';
export * from './RegistrationIds.js';
export * from './RegistrationStatus.js';
export * from './ResolvedUser.js';
export * from './Scope.js';
export * from './User.js';
export * from './UserGroup.js';
export * from './UserIds.js';
export * from './UserQuery.js';
export * from './UserResolution.js';
export * from './UserState.js';
export * from './VerifiedAccount.js';
export * from './WebhookDelivery.js';
export * from './WebhookDeliveryStatus.js';
export * from './WebhookError.js';
export * from './WebhookEventType.js';
