// Generated, do not edit: npm run generate
/* tslint:disable */
/* eslint-disable */
export * from './DeadLetter.js';
export * from './DeliveriesQuery.js';
export * from './Delivery.js';
export * from './DeliveryStatus.js';
export * from './ExportedDelivery.js';
export * from './ExportedMails.js';
export * from './ModelError.js';
export * from './NotificationReceipt.js';
export * from './Problem.js';
export * from './ProblemErrorsInner.js';
export * from './RegistrationIds.js';
