// Generated, do not edit: npm run generate
/* tslint:disable */
/* eslint-disable */
export * from './Country.js';
export * from './Course.js';
export * from './CourseInput.js';
export * from './DeadLetter.js';
export * from './Delivery.js';
export * from './DeliveryStatus.js';
export * from './Grant.js';
export * from './GrantInput.js';
export * from './Group.js';
export * from './GroupInput.js';
export * from './GroupMember.js';
export * from './IdFloor.js';
export * from './IdsAbove.js';
export * from './IssuedKey.js';
export * from './Key.js';
export * from './KeyInput.js';
export * from './KeyRotation.js';
export * from './MailPreview.js';
export * from './MailTemplate.js';
export * from './ModelError.js';
export * from './OperatorUser.js';
export * from './Problem.js';
export * from './ProblemErrorsInner.js';
export * from './Registration.js';
export * from './RegistrationNotSent.js';
export * from './RegistrationStatus.js';
export * from './RegistrationsSent.js';
export * from './RegistrationsToSend.js';
export * from './RoleName.js';
export * from './ServiceAccount.js';
export * from './ServiceAccountInput.js';
export * from './State.js';
export * from './User.js';
export * from './UserMerge.js';
export * from './UserMergeResult.js';
