import { BoundedMap } from './memory.ts';

/** What the name of a member, a column or a parameter says about its value. */
export type Meaning =
  /** It names a person, whatever it looks like. */
  | 'person'
  /** It names a person in data about people; elsewhere it may name a function or a model. */
  | 'name'
  /** A word of the service: a model, a date, a kind. */
  | 'own'
  | 'any';

/** User, user name, name and person, as titles of columns in some twenty languages. */
const OTHER_LANGUAGES = `nutzername benutzerkennung anwender vollername mitarbeitername kunde inhaber
  nomdutilisateur nomdelutilisateur nomutilisateur utilisateurs nomcomplet prénom membre employé personne courriel
  usuarios nombredeusuario nombreusuario nombrecompleto apellido apellidos correo persona miembro empleado
  usuário usuários nomedeusuário nomedousuário nomecompleto sobrenome pessoa utilizador nome
  utente nomeutente cognome nominativo dipendente gebruiker gebruikers gebruikersnaam naam medewerker
  användare användarnamn namn bruger brugernavn navn bruker brukernavn käyttäjä käyttäjänimi nimi
  użytkownik nazwaużytkownika imię nazwisko uživatel jméno felhasználó név kullanıcı kullanıcıadı soyad
  пользователь имяпользователя имя фамилия фио сотрудник користувач χρήστης όνομα משתמש שם المستخدم الاسم
  用户 用户名 用户名称 使用者 姓名 员工 成员 ユーザー ユーザ ユーザー名 利用者 氏名 名前 担当者 사용자 사용자이름 이름 성명`;
const PERSON = new Set(
  `user users uid userid username useruuid useremail usermail userslug usersub externaluserid enduser enduserid
  endusername login loginname loginid email emails emailaddress emailaddresses mail mailaddress accountemail
  billingemail contactemail recipient displayname fullname realname firstname lastname givenname familyname surname
  middlename nickname nick handle screenname preferredusername upn userprincipalname sub principal principalid person
  personid personname persons people member members memberid membername memberemail owner ownerid ownername owneremail
  author authorid authorname createdby updatedby modifiedby deletedby requestedby requester requestor caller callerid
  actor actorid account accountid accountname customer customerid customername customeremail employee employeeid
  employees employeename staff contact contacts phone phonenumber mobile telephone who assignee operator operatorid
  seat seatid seatholder holder apikeyname keyname keyowner orgid orgname org organizationid organisationid
  organization organisation organizationname organisationname tenant tenantid tenantname company companyname
  workspaceid workspacename benutzer benutzername nutzer mitarbeiter utilisateur usuario nombre nom vorname nachname
  remoteuser authenticateduser ip ipaddress clientip remoteip remoteaddr remoteaddress avatar avatarurl profileurl
  homepage subject uniquename samaccountname openaiorganization
  usedby usageby teammember teammembers topusers activeusers lastuser memberslist createdbyname createdbyuser requestedbyuser submittedby invitedby assignedto accountholder contactname clientname
  consumername apikeyowner projectowner
  by manager managerid managername manageremail supervisor supervisorname teamlead reportsto approver approvername approvedby
  ${OTHER_LANGUAGES}`.split(/\s+/),
);
const OWN = new Set(
  `model models modelid modelname modelprovider provider providername source date day createdat updatedat timestamp
  time type object status statuscode code role finishreason param systemfingerprint servicetier unit currency
  inputtokens outputtokens totaltokens totalrequests loc usagedate contenttype date retryafter server`.split(
    /\s+/,
  ),
);
const PERSONAL_END =
  /(?:username|userid|useruuid|fullname|displayname|firstname|lastname|emailaddress|email|mailaddress)$/;
/** Begins like a person's member, and names none. */
const OF_USERS = /^user(?:s?(?:count|total|limit|quota)|agent|type|role|roles|tier|status|plan|locale|group)/;

const known = new BoundedMap<Meaning>();
const LONGEST = 256;

/** The meaning of a name in any spelling: `user_id`, `userId`, `User ID`, `X-User-Id`. */
export function meaningOf(name: string): Meaning {
  return name.length > LONGEST ? 'any' : known.of(name, () => look(name));
}

function plainName(name: string): string {
  return name
    .replace(/^x[-_]/i, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

function look(name: string): Meaning {
  const plain = plainName(name);
  if (plain === 'name') return 'name';
  if (OWN.has(plain)) return 'own';
  if (OF_USERS.test(plain)) return 'any';
  if (PERSON.has(plain) || PERSONAL_END.test(plain)) return 'person';
  return /^user[_\s-]|^user[A-Z]/.test(name) ? 'person' : 'any';
}
