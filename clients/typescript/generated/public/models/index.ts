// Generated, do not edit: npm run generate
/* tslint:disable */
/* eslint-disable */
export * from './Completion.js';
export * from './CompletionSuccess.js';
export * from './Country.js';
export * from './Course.js';
export * from './DeliveryStatus.js';
export * from './Group.js';
export * from './HistoryEntry.js';
export * from './ModelError.js';
export * from './NotificationReceipt.js';
export * from './Problem.js';
export * from './ProblemErrorsInner.js';
export * from './Registration.js';
export * from './RegistrationBatchResult.js';
export * from './RegistrationCreate.js';
export * from './RegistrationStatus.js';
export * from './State.js';
export * from './User.js';
export * from './UserBatchItem.js';
export * from './UserCreate.js';
export * from './UserMergeResult.js';
export * from './UserUpdate.js';
