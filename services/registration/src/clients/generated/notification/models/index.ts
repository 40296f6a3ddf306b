// Generated, do not edit: npm run generate
/* tslint:disable */
/* eslint-disable */
export * from './DeliveryStatus.js';
export * from './ModelError.js';
export * from './NotificationReceipt.js';
export * from './Problem.js';
export * from './ProblemErrorsInner.js';
export * from './RegistrationIds.js';
